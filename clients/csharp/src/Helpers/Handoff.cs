using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace Modport
{
    /// <summary>
    /// The address by which a page passes one file to a mod manager (contract 1). Show the file and ask before you install
    /// it; never open a refused address in a browser.
    /// </summary>
    public static class Handoff
    {
        private const string Prefix = "service://download?";
        private const string Version = "1";

        /// <summary>Well above every valid form.</summary>
        private const int LongestText = 512;

        private static readonly Regex CanonicalId = new Regex(@"\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\z", RegexOptions.CultureInvariant);

        /// <summary>Builds the address of a file. Throws <see cref="ArgumentException"/> unless the id is a canonical UUID.</summary>
        public static string Build(string artifactId)
        {
            if (artifactId == null || !CanonicalId.IsMatch(artifactId)) throw new ArgumentException("The id must be a canonical UUID.", nameof(artifactId));
            return Prefix + "v=" + Version + "&artifact_id=" + artifactId;
        }

        /// <summary>
        /// Reads an address from the operating system. Returns whether it is valid, and either the id of the file or the
        /// reason: <c>not_a_handoff</c>, <c>unknown_version</c>, <c>missing_parameter</c>, <c>repeated_parameter</c>,
        /// <c>unknown_parameter</c> or <c>malformed_artifact_id</c>.
        /// </summary>
        public static bool TryParse(string text, out string artifactId, out string refusal)
        {
            artifactId = null;
            refusal = RefusalOf(text, out string id);
            if (refusal == null) artifactId = id;
            return refusal == null;
        }

        private static string RefusalOf(string text, out string id)
        {
            id = null;
            if (text == null || text.Length > LongestText || !text.StartsWith(Prefix, StringComparison.Ordinal)) return "not_a_handoff";
            var values = new Dictionary<string, string>(StringComparer.Ordinal);
            foreach (string parameter in text.Substring(Prefix.Length).Split('&'))
            {
                int at = parameter.IndexOf('=');
                string name = at < 0 ? parameter : parameter.Substring(0, at);
                if (values.ContainsKey(name)) return "repeated_parameter";
                values.Add(name, at < 0 ? "" : parameter.Substring(at + 1));
            }
            if (!values.TryGetValue("v", out string version)) return "missing_parameter";
            if (version != Version) return "unknown_version";
            if (!values.TryGetValue("artifact_id", out id)) return "missing_parameter";
            if (values.Count > 2) return "unknown_parameter";
            if (!CanonicalId.IsMatch(id)) return "malformed_artifact_id";
            // Only one order of the parameters is valid.
            return string.Equals(text, Build(id), StringComparison.Ordinal) ? null : "not_a_handoff";
        }
    }
}
