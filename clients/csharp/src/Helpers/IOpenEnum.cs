using System;
using System.Reflection;
using Newtonsoft.Json;

namespace Modport
{
    /// <summary>
    /// A set of texts that later releases of the service extend. Each implementation has the known values as static
    /// members and keeps an unknown one as it is.
    /// </summary>
    public interface IOpenEnum
    {
        /// <summary>The text that the service sends and receives; null for the default value of the type.</summary>
        string Text { get; }
    }

    /// <summary>Reads and writes an <see cref="IOpenEnum"/> as its text.</summary>
    internal sealed class OpenEnumConverter : JsonConverter
    {
        /// <inheritdoc/>
        public override bool CanConvert(Type objectType)
        {
            return typeof(IOpenEnum).GetTypeInfo().IsAssignableFrom(objectType.GetTypeInfo());
        }

        /// <inheritdoc/>
        public override object ReadJson(JsonReader reader, Type objectType, object existingValue, JsonSerializer serializer)
        {
            Type type = Nullable.GetUnderlyingType(objectType) ?? objectType;
            if (reader.TokenType == JsonToken.Null) return type == objectType ? Activator.CreateInstance(type) : null;
            if (reader.TokenType != JsonToken.String) throw new JsonSerializationException("A string was expected for " + type.Name + ".");
            return Activator.CreateInstance(type, (string)reader.Value);
        }

        /// <inheritdoc/>
        public override void WriteJson(JsonWriter writer, object value, JsonSerializer serializer)
        {
            writer.WriteValue(((IOpenEnum)value).Text);
        }
    }
}
