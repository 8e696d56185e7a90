using System.Globalization;
using System.Net.Http;
using System.Text.RegularExpressions;

namespace Modport
{
    /// <summary>Checks whether the head of a response fits the bytes that were asked for.</summary>
    internal static class RangeReply
    {
        private static readonly Regex ContentRange = new Regex(@"\Abytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18}|\*)\z");

        /// <summary>
        /// The lie in a 200 or 206, or null. <paramref name="from"/> is the first byte that was asked for, and the first one of
        /// a 206.
        /// </summary>
        internal static string LieIn(HttpResponseMessage response, ResponseHeaders headers, DownloadTicket ticket, long from)
        {
            string coding = headers.Get("Content-Encoding");
            if (coding != null && coding != "identity") return "The store sent the bytes with a Content-Encoding.";
            if (Changes(ticket.ETag, headers.Get("ETag"))) return "The store sent another ETag.";
            long? length = response.Content?.Headers.ContentLength;
            if ((int)response.StatusCode == 200)
            {
                return length.HasValue && length != ticket.SizeBytes ? "The store declares another size of the file." : null;
            }
            Match range = ContentRange.Match(headers.Get("Content-Range") ?? "");
            if (!range.Success) return "The store sent no valid Content-Range.";
            long first = Number(range.Groups[1].Value);
            long last = Number(range.Groups[2].Value);
            bool isWhole = range.Groups[3].Value == "*" || Number(range.Groups[3].Value) == ticket.SizeBytes;
            if (!isWhole) return "The store declares another size of the file.";
            if (first != from || last < first || last >= ticket.SizeBytes) return "The store sent another range than requested.";
            return length.HasValue && length != last - first + 1 ? "Content-Range and Content-Length differ." : null;
        }

        /// <summary>Whether both ETags are known and differ. A weak one does not identify bytes.</summary>
        internal static bool Changes(string expected, string received)
        {
            return Etags.IsStrong(expected) && Etags.IsStrong(received) && expected != received;
        }

        private static long Number(string digits)
        {
            return long.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture);
        }
    }
}
