using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ProviderInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ProviderInput : IOpenEnum, IEquatable<ProviderInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ProviderInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>github</c></summary>
        public static ProviderInput Github => new ProviderInput("github");

        /// <summary><c>modrinth</c></summary>
        public static ProviderInput Modrinth => new ProviderInput("modrinth");

        /// <summary><c>hangar</c></summary>
        public static ProviderInput Hangar => new ProviderInput("hangar");

        /// <summary><c>codeberg</c></summary>
        public static ProviderInput Codeberg => new ProviderInput("codeberg");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ProviderInput left, ProviderInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ProviderInput left, ProviderInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ProviderInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ProviderInput other && Equals(other);
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
