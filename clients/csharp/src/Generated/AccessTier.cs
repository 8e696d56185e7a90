using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `authenticated`, `paid`, `public`, `restricted`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct AccessTier : IOpenEnum, IEquatable<AccessTier>
    {
        /// <summary>Creates a value, known or not.</summary>
        public AccessTier(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>authenticated</c></summary>
        public static AccessTier Authenticated => new AccessTier("authenticated");

        /// <summary><c>paid</c></summary>
        public static AccessTier Paid => new AccessTier("paid");

        /// <summary><c>public</c></summary>
        public static AccessTier Public => new AccessTier("public");

        /// <summary><c>restricted</c></summary>
        public static AccessTier Restricted => new AccessTier("restricted");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(AccessTier left, AccessTier right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(AccessTier left, AccessTier right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(AccessTier other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is AccessTier other && Equals(other);
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
