using System;
using System.Collections.Generic;
using System.Reflection;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>
    /// A text in a request: one in English, or one for each language. Both convert by themselves:
    /// <c>Title = "Roads"</c>, or <c>Title = new Dictionary&lt;string, string&gt; { ["de"] = "Wege" }</c>. The default is an
    /// absent member, and a null text is null, as in <see cref="Optional{T}"/>.
    /// </summary>
    [JsonConverter(typeof(LocalizedTextConverter))]
    public struct LocalizedText : IEquatable<LocalizedText>
    {
        private readonly JToken document;

        internal LocalizedText(JToken document)
        {
            this.document = document;
        }

        /// <summary>Whether the member is sent.</summary>
        public bool IsPresent => document != null;

        /// <summary>The text, the object of texts by language, or null.</summary>
        public JToken Document => document != null && document.Type == JTokenType.Null ? null : document;

        /// <summary>One text.</summary>
        public static implicit operator LocalizedText(string text)
        {
            return new LocalizedText(text == null ? new JValue((object)null) : new JValue(text));
        }

        /// <summary>A text for each language.</summary>
        public static implicit operator LocalizedText(Dictionary<string, string> texts)
        {
            return new LocalizedText(texts == null ? (JToken)new JValue((object)null) : JObject.FromObject(texts));
        }

        /// <inheritdoc/>
        public bool Equals(LocalizedText other)
        {
            return document == other.document || document != null && other.document != null && JToken.DeepEquals(document, other.document);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is LocalizedText other && Equals(other);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return document == null ? 0 : document.ToString(Formatting.None).GetHashCode();
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return document == null ? "absent" : document.ToString(Formatting.None);
        }
    }

    internal sealed class LocalizedTextConverter : JsonConverter
    {
        /// <inheritdoc/>
        public override bool CanConvert(Type objectType)
        {
            return typeof(LocalizedText).GetTypeInfo().IsAssignableFrom(objectType.GetTypeInfo());
        }

        /// <inheritdoc/>
        public override object ReadJson(JsonReader reader, Type objectType, object existingValue, JsonSerializer serializer)
        {
            return new LocalizedText(JToken.ReadFrom(reader));
        }

        /// <inheritdoc/>
        public override void WriteJson(JsonWriter writer, object value, JsonSerializer serializer)
        {
            JToken document = ((LocalizedText)value).Document;
            if (document == null) writer.WriteNull();
            else document.WriteTo(writer);
        }
    }
}
