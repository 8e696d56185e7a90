using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AccessTierInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct AccessTierInput : IOpenEnum, IEquatable<AccessTierInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public AccessTierInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>authenticated</c></summary>
        public static AccessTierInput Authenticated => new AccessTierInput("authenticated");

        /// <summary><c>paid</c></summary>
        public static AccessTierInput Paid => new AccessTierInput("paid");

        /// <summary><c>public</c></summary>
        public static AccessTierInput Public => new AccessTierInput("public");

        /// <summary><c>restricted</c></summary>
        public static AccessTierInput Restricted => new AccessTierInput("restricted");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(AccessTierInput left, AccessTierInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(AccessTierInput left, AccessTierInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(AccessTierInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is AccessTierInput other && Equals(other);
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
