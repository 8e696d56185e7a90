using System;
using System.Globalization;
using System.Security.Cryptography;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>When a call is repeated, and after which wait (contract 7.1 and 8).</summary>
    internal static class RetryPolicy
    {
        /// <summary>Attempts of one transfer with a store that brings no byte forward: the first one and three retries.</summary>
        internal const int TransferAttempts = 4;

        private const double BaseSeconds = 0.25;
        private const double LongestBackoffSeconds = 20;

        private static readonly RandomNumberGenerator Source = RandomNumberGenerator.Create();

        /// <summary>Whether the same request may succeed later. The service decides; without its word the status does.</summary>
        internal static bool IsTemporary(ProblemException problem)
        {
            if (problem.Code != null && problem.Retryable.HasValue) return problem.Retryable.Value;
            return IsTemporary(problem.Status);
        }

        internal static bool IsTemporary(int status)
        {
            return status == 408 || status == 429 || status >= 500;
        }

        /// <summary>Full jitter: a random part of a limit that doubles with each attempt. The first attempt is 1.</summary>
        internal static TimeSpan Backoff(int attempt)
        {
            double limit = Math.Min(LongestBackoffSeconds, BaseSeconds * Math.Pow(2, attempt));
            // FromSeconds rounds to milliseconds, and without any wait clients would return together.
            return TimeSpan.FromSeconds(Math.Max(0.001, limit * Random()));
        }

        /// <summary>
        /// The wait before the next attempt: what the service demands, and jitter, so that its clients do not return at the same
        /// moment. Null if the service demands more than <paramref name="longest"/>.
        /// </summary>
        internal static TimeSpan? Wait(int attempt, double? demandedSeconds, TimeSpan longest)
        {
            double demanded = demandedSeconds ?? 0;
            if (demanded > longest.TotalSeconds) return null;
            return TimeSpan.FromSeconds(demanded) + Backoff(attempt);
        }

        /// <summary>
        /// The seconds that a response demands, or null: the longer one of the header and the member. A date in the header
        /// counts from the <c>Date</c> of the response, so that a wrong local clock does not matter.
        /// </summary>
        internal static double? DemandedSeconds(ResponseHeaders headers, JObject document, DateTimeOffset now)
        {
            double? header = HeaderSeconds(headers, now);
            double? member = JsonText.NumberOf(document, "retry_after_seconds");
            if (member < 0) member = null;
            if (!header.HasValue) return member;
            return member.HasValue ? Math.Max(header.Value, member.Value) : header;
        }

        private static double? HeaderSeconds(ResponseHeaders headers, DateTimeOffset now)
        {
            string text = headers.Get("Retry-After");
            if (text == null) return null;
            if (long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long seconds)) return seconds;
            DateTimeOffset? until = DateIn(text);
            if (!until.HasValue) return null;
            return Math.Max(0, (until.Value - (DateIn(headers.Get("Date")) ?? now)).TotalSeconds);
        }

        internal static DateTimeOffset? DateIn(string text)
        {
            const DateTimeStyles styles = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
            return text != null && DateTimeOffset.TryParseExact(text, "r", CultureInfo.InvariantCulture, styles, out DateTimeOffset date)
                ? date
                : (DateTimeOffset?)null;
        }

        /// <summary>A random number from 0 to 1.</summary>
        private static double Random()
        {
            var bytes = new byte[4];
            lock (Source) Source.GetBytes(bytes);
            return BitConverter.ToUInt32(bytes, 0) / (double)uint.MaxValue;
        }
    }
}
