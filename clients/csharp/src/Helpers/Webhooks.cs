using System;
using System.Collections.Generic;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Modport
{
    /// <summary>Verifies deliveries of webhooks (contract 6).</summary>
    public static class Webhooks
    {
        /// <summary>The age at which a delivery is refused.</summary>
        public static readonly TimeSpan DefaultTolerance = TimeSpan.FromSeconds(300);

        private const string Scheme = "v1=";

        /// <summary>A delivery has two signatures after a rotation. More are an attempt to waste time.</summary>
        private const int MostSignatures = 8;

        /// <summary>
        /// Whether a delivery is genuine and fresh. Compares in constant time.
        /// </summary>
        /// <param name="secrets">The secrets with their prefix: the present one and, for a day after a rotation, the former.</param>
        /// <param name="timestamp">The header <c>X-Service-Timestamp</c>.</param>
        /// <param name="signatures">The header <c>X-Service-Signature</c>.</param>
        /// <param name="body">The bytes of the body as they were received, before any parsing.</param>
        /// <param name="tolerance">The greatest difference of the clocks; 300 seconds by default.</param>
        /// <param name="now">The time; that of this machine by default.</param>
        public static bool Verify(
            IEnumerable<string> secrets,
            string timestamp,
            string signatures,
            byte[] body,
            TimeSpan? tolerance = null,
            DateTimeOffset? now = null)
        {
            if (secrets == null) throw new ArgumentNullException(nameof(secrets));
            if (body == null) throw new ArgumentNullException(nameof(body));
            if (timestamp == null || signatures == null || timestamp.Length > 12) return false;
            if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out long seconds)) return false;
            double age = ((now ?? DateTimeOffset.UtcNow) - Epoch).TotalSeconds - seconds;
            if (Math.Abs(age) > (tolerance ?? DefaultTolerance).TotalSeconds) return false;
            string[] given = signatures.Split(',');
            if (given.Length > MostSignatures) return false;
            bool isGenuine = false;
            foreach (string secret in secrets)
            {
                if (string.IsNullOrEmpty(secret)) continue;
                byte[] expected = Encoding.ASCII.GetBytes(Scheme + Hex.Of(Mac(secret, timestamp, body)));
                foreach (string one in given) isGenuine |= AreEqual(expected, Encoding.UTF8.GetBytes(one.Trim()));
            }
            return isGenuine;
        }

        /// <summary>
        /// Whether a delivery with these headers is genuine and fresh, as above. Names of headers are compared without case.
        /// A delivery without the header <c>X-Service-Delivery-Id</c> is refused.
        /// </summary>
        public static bool Verify(
            IEnumerable<string> secrets,
            IEnumerable<KeyValuePair<string, string>> headers,
            byte[] body,
            TimeSpan? tolerance = null,
            DateTimeOffset? now = null)
        {
            if (headers == null) throw new ArgumentNullException(nameof(headers));
            var found = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            foreach (KeyValuePair<string, string> header in headers) found[header.Key] = header.Value;
            if (!found.ContainsKey("X-Service-Delivery-Id")) return false;
            found.TryGetValue("X-Service-Timestamp", out string timestamp);
            found.TryGetValue("X-Service-Signature", out string signatures);
            return Verify(secrets, timestamp, signatures, body, tolerance, now);
        }

        private static readonly DateTimeOffset Epoch = new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero);

        private static byte[] Mac(string secret, string timestamp, byte[] body)
        {
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            {
                byte[] head = Encoding.ASCII.GetBytes(timestamp + ".");
                hmac.TransformBlock(head, 0, head.Length, null, 0);
                hmac.TransformFinalBlock(body, 0, body.Length);
                return hmac.Hash;
            }
        }

        /// <summary>Whether both are equal. The time depends only on the length of the second, which the sender knows.</summary>
        internal static bool AreEqual(byte[] expected, byte[] given)
        {
            int difference = expected.Length ^ given.Length;
            for (int at = 0; at < given.Length; at += 1) difference |= given[at] ^ expected[at % expected.Length];
            return difference == 0;
        }
    }
}
