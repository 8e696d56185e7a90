using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `mod`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ResourceType : IOpenEnum, IEquatable<ResourceType>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ResourceType(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>mod</c></summary>
        public static ResourceType Mod => new ResourceType("mod");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ResourceType left, ResourceType right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ResourceType left, ResourceType right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ResourceType other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ResourceType other && Equals(other);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return Text == null ? 0 : StringComparer.Ordinal.GetHashCode(Text);
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return Text ?? "";
        }
    }
}
