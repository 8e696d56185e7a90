using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The form of the tokens. Known values: `github`, `gitlab`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct CiProvider : IOpenEnum, IEquatable<CiProvider>
    {
        /// <summary>Creates a value, known or not.</summary>
        public CiProvider(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>github</c></summary>
        public static CiProvider Github => new CiProvider("github");

        /// <summary><c>gitlab</c></summary>
        public static CiProvider Gitlab => new CiProvider("gitlab");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(CiProvider left, CiProvider right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(CiProvider left, CiProvider right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(CiProvider other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is CiProvider other && Equals(other);
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
