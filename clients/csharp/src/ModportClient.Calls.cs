using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net.Http;
using System.Net.Http.Headers;

namespace Modport
{
    /// <summary>What the generated methods need.</summary>
    public sealed partial class ModportClient
    {
        private static ByteArrayContent Part(byte[] bytes, string contentType)
        {
            var content = new ByteArrayContent(bytes);
            content.Headers.ContentType = MediaTypeHeaderValue.Parse(contentType);
            return content;
        }

        /// <summary>One segment of a path. An id that would lead to another path is refused.</summary>
        private static string Segment(string value)
        {
            if (string.IsNullOrEmpty(value) || value == "." || value == "..") throw new ArgumentException("An id is missing or malformed.");
            return Uri.EscapeDataString(value);
        }

        private static void RequireMatch(CallOptions options)
        {
            if (!Etags.IsStrong(options?.IfMatch)) throw new ArgumentException("IfMatch must be the strong ETag of the state to change.");
        }

        private static KeyValuePair<string, string> Pair(string name, string value)
        {
            return new KeyValuePair<string, string>(name, value);
        }

        private static string Number(int? value)
        {
            return value?.ToString(CultureInfo.InvariantCulture);
        }

        private static string Joined(IEnumerable<string> values)
        {
            return values == null ? null : string.Join(",", values);
        }
    }
}
