using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>What the state of an upload session means (contract 2.9).</summary>
    internal static class Sessions
    {
        private static readonly HashSet<string> Settled = new HashSet<string> { "ready", "published", "failed", "quarantined", "cancelled" };

        internal static string StateOf(JToken session)
        {
            return JsonText.StringOf(session, "lifecycleStatus") ?? "unknown";
        }

        /// <summary>Whether nothing happens any more without a person.</summary>
        internal static bool IsSettled(JToken session)
        {
            return Settled.Contains(StateOf(session));
        }

        internal static bool TakesBytes(JToken session)
        {
            return StateOf(session) == "draft" || TakesParts(session);
        }

        /// <summary>Whether parts can be signed. A draft has to be opened by its create first.</summary>
        internal static bool TakesParts(JToken session)
        {
            return StateOf(session) == "uploading" || IsInterrupted(session);
        }

        /// <summary>Whether a session of an earlier run has ended without a file.</summary>
        internal static bool IsOver(JToken session)
        {
            return StateOf(session) == "cancelled" || StateOf(session) == "failed" && !IsInterrupted(session);
        }

        internal static bool IsMultipart(JToken session)
        {
            return JsonText.StringOf(session, "strategy") == "multipart";
        }

        /// <summary>Whether all addresses expired before the last byte. New ones continue the session.</summary>
        private static bool IsInterrupted(JToken session)
        {
            return JsonText.StringOf(session["failure"], "state") == "upload_interrupted";
        }
    }
}
