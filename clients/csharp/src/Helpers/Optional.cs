using System;
using System.Collections.Generic;
using System.Reflection;
using Newtonsoft.Json;

namespace Modport
{
    /// <summary>
    /// A member of a request: absent, null or a value. The default is absent. A value converts by itself, also null:
    /// <c>new UpdateModInput { HomepageUrl = null }</c> removes the address and leaves every other member as it is.
    /// </summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    [JsonConverter(typeof(OptionalConverter))]
    public struct Optional<T> : IEquatable<Optional<T>>, IOptional
    {
        private readonly T value;

        /// <summary>Creates a member that is sent, also if <paramref name="value"/> is null.</summary>
        public Optional(T value)
        {
            this.value = value;
            IsPresent = true;
        }

        /// <summary>Whether the member is sent.</summary>
        public bool IsPresent { get; }

        /// <summary>The value. Throws <see cref="InvalidOperationException"/> if the member is absent.</summary>
        public T Value => IsPresent ? value : throw new InvalidOperationException("The member is absent.");

        object IOptional.Boxed => value;

        /// <summary>A member with this value.</summary>
        public static implicit operator Optional<T>(T value)
        {
            return new Optional<T>(value);
        }

        /// <summary>The value, or another one if the member is absent.</summary>
        public T GetValueOrDefault(T absent = default(T))
        {
            return IsPresent ? value : absent;
        }

        /// <inheritdoc/>
        public bool Equals(Optional<T> other)
        {
            return IsPresent == other.IsPresent && EqualityComparer<T>.Default.Equals(value, other.value);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is Optional<T> other && Equals(other);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return IsPresent ? 1 + EqualityComparer<T>.Default.GetHashCode(value) : 0;
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return IsPresent ? (value?.ToString() ?? "null") : "absent";
        }
    }

    internal interface IOptional
    {
        object Boxed { get; }
    }

    /// <summary>Writes the value of an <see cref="Optional{T}"/>. Absent members are left out by their property.</summary>
    internal sealed class OptionalConverter : JsonConverter
    {
        /// <inheritdoc/>
        public override bool CanConvert(Type objectType)
        {
            return typeof(IOptional).GetTypeInfo().IsAssignableFrom(objectType.GetTypeInfo());
        }

        /// <inheritdoc/>
        public override object ReadJson(JsonReader reader, Type objectType, object existingValue, JsonSerializer serializer)
        {
            object value = serializer.Deserialize(reader, objectType.GenericTypeArguments[0]);
            return Activator.CreateInstance(objectType, value);
        }

        /// <inheritdoc/>
        public override void WriteJson(JsonWriter writer, object value, JsonSerializer serializer)
        {
            serializer.Serialize(writer, ((IOptional)value).Boxed);
        }
    }
}
