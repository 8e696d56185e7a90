using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ResourceTypeInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ResourceTypeInput : IOpenEnum, IEquatable<ResourceTypeInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ResourceTypeInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>mod</c></summary>
        public static ResourceTypeInput Mod => new ResourceTypeInput("mod");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ResourceTypeInput left, ResourceTypeInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ResourceTypeInput left, ResourceTypeInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ResourceTypeInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ResourceTypeInput other && Equals(other);
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
