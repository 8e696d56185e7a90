using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The form of the tokens. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct CiProviderInput : IOpenEnum, IEquatable<CiProviderInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public CiProviderInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>github</c></summary>
        public static CiProviderInput Github => new CiProviderInput("github");

        /// <summary><c>gitlab</c></summary>
        public static CiProviderInput Gitlab => new CiProviderInput("gitlab");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(CiProviderInput left, CiProviderInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(CiProviderInput left, CiProviderInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(CiProviderInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is CiProviderInput other && Equals(other);
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
