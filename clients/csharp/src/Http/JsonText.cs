using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Reads and writes JSON with limits that a hostile response cannot exceed.</summary>
    internal static class JsonText
    {
        /// <summary>Deeper documents are refused, because their recursion would exhaust the stack.</summary>
        private const int MaxDepth = 64;

        private const int LongestNumber = 100;

        private static readonly JsonSerializerSettings Settings = new JsonSerializerSettings
        {
            Culture = CultureInfo.InvariantCulture,
            DateFormatHandling = DateFormatHandling.IsoDateFormat,
            // A text of a user that looks like a date stays a text.
            DateParseHandling = DateParseHandling.None,
            MaxDepth = MaxDepth,
            MetadataPropertyHandling = MetadataPropertyHandling.Ignore,
            TypeNameHandling = TypeNameHandling.None,
        };

        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false, true);

        /// <summary>The document in these bytes. Throws <see cref="JsonException"/> if they are no JSON.</summary>
        internal static JToken Parse(byte[] bytes)
        {
            RefuseLongNumbers(bytes);
            try
            {
                using (var text = new StreamReader(new MemoryStream(bytes), Utf8))
                using (var reader = new JsonTextReader(text) { DateParseHandling = DateParseHandling.None, MaxDepth = MaxDepth })
                {
                    JToken document = JToken.ReadFrom(reader);
                    if (reader.Read()) throw new JsonReaderException("There is text after the document.");
                    return document;
                }
            }
            catch (DecoderFallbackException error)
            {
                throw new JsonReaderException("The document is not in UTF-8.", error);
            }
        }

        /// <summary>The time to parse a number grows with the square of its length. No number of the API is long.</summary>
        private static void RefuseLongNumbers(byte[] bytes)
        {
            bool isText = false;
            int digits = 0;
            for (int at = 0; at < bytes.Length; at += 1)
            {
                byte one = bytes[at];
                if (one == '"') isText = !isText;
                else if (isText && one == '\\') at += 1;
                digits = !isText && one >= '0' && one <= '9' ? digits + 1 : 0;
                if (digits > LongestNumber) throw new JsonReaderException("A number is too long.");
            }
        }

        internal static T Convert<T>(JToken document)
        {
            using (var reader = new JTokenReader(document) { DateParseHandling = DateParseHandling.None, MaxDepth = MaxDepth })
            {
                return JsonSerializer.Create(Settings).Deserialize<T>(reader);
            }
        }

        internal static byte[] Write(object value)
        {
            return Utf8.GetBytes(JsonConvert.SerializeObject(value, Formatting.None, Settings));
        }

        internal static string StringOf(JToken document, string name)
        {
            return document is JObject members && members[name] is JValue value && value.Type == JTokenType.String
                ? (string)value
                : null;
        }

        internal static bool? BooleanOf(JToken document, string name)
        {
            return document is JObject members && members[name] is JValue value && value.Type == JTokenType.Boolean
                ? (bool?)value
                : null;
        }

        /// <summary>A whole number; null for any other value, also for one beyond 64 bits.</summary>
        internal static long? IntegerOf(JToken document, string name)
        {
            return document is JObject members && members[name] is JValue value && value.Value is long number
                ? number
                : (long?)null;
        }

        internal static double? NumberOf(JToken document, string name)
        {
            if (!(document is JObject members) || !(members[name] is JValue value)) return null;
            if (value.Value is long whole) return whole;
            return value.Value is double number && !double.IsNaN(number) && !double.IsInfinity(number)
                ? number
                : (double?)null;
        }

        internal static IReadOnlyList<string> StringsOf(JToken document, string name)
        {
            var texts = new List<string>();
            if (!(document is JObject members) || !(members[name] is JArray entries)) return texts;
            foreach (JToken entry in entries)
            {
                if (entry.Type == JTokenType.String) texts.Add((string)entry);
            }
            return texts;
        }
    }
}
