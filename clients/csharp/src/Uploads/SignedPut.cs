using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>A signed address to send bytes to, with the headers that belong to its signature.</summary>
    internal sealed class SignedPut
    {
        /// <summary>Addresses are signed again before they expire in the middle of a part.</summary>
        private static readonly TimeSpan Margin = TimeSpan.FromSeconds(60);

        private static readonly TimeSpan UsualLifetime = TimeSpan.FromMinutes(15);

        /// <summary>These belong to the connection. A service that sets them is not to be believed.</summary>
        private static readonly HashSet<string> OwnHeaders = new HashSet<string>(StringComparer.OrdinalIgnoreCase)
        {
            "Authorization", "Connection", "Content-Length", "Cookie", "Expect", "Host", "Transfer-Encoding",
        };

        internal Uri Address { get; private set; }

        internal List<KeyValuePair<string, string>> Headers { get; private set; }

        /// <summary>When the address is no longer of use, by <see cref="IClock.Elapsed"/>.</summary>
        internal TimeSpan RenewAt { get; private set; }

        /// <summary>Throws <see cref="IntegrityException"/> unless the service gives a safe address.</summary>
        internal static SignedPut Of(JToken instruction, ResponseHeaders response, ModportClientOptions options)
        {
            if (!(instruction is JObject) || JsonText.StringOf(instruction, "method") != "PUT") throw new IntegrityException("The service sent no signed URL for the bytes.");
            var headers = new List<KeyValuePair<string, string>>();
            foreach (JProperty one in (instruction["headers"] as JObject ?? new JObject()).Properties())
            {
                bool isText = one.Value.Type == JTokenType.String && ((string)one.Value).All(letter => letter >= ' ' && letter <= '~');
                if (isText && !OwnHeaders.Contains(one.Name)) headers.Add(new KeyValuePair<string, string>(one.Name, (string)one.Value));
            }
            return new SignedPut
            {
                Address = DownloadTicket.SafeAddress(JsonText.StringOf(instruction, "url"), options, "url"),
                Headers = headers,
                RenewAt = options.Clock.Elapsed + LifetimeOf(instruction, response) - Margin,
            };
        }

        /// <summary>From the clock of the service to its own expiry, so that the local clock does not matter.</summary>
        private static TimeSpan LifetimeOf(JToken instruction, ResponseHeaders response)
        {
            const DateTimeStyles styles = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
            DateTimeOffset? now = RetryPolicy.DateIn(response.Get("Date"));
            string text = JsonText.StringOf(instruction, "expiresAt");
            bool isKnown = DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, styles, out DateTimeOffset end);
            if (!now.HasValue || !isKnown) return UsualLifetime;
            TimeSpan lifetime = end - now.Value;
            return lifetime > Margin && lifetime < TimeSpan.FromDays(1) ? lifetime : UsualLifetime;
        }
    }
}
