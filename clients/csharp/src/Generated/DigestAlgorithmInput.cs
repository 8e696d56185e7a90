using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DigestAlgorithmInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct DigestAlgorithmInput : IOpenEnum, IEquatable<DigestAlgorithmInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public DigestAlgorithmInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>sha1</c></summary>
        public static DigestAlgorithmInput Sha1 => new DigestAlgorithmInput("sha1");

        /// <summary><c>sha256</c></summary>
        public static DigestAlgorithmInput Sha256 => new DigestAlgorithmInput("sha256");

        /// <summary><c>sha512</c></summary>
        public static DigestAlgorithmInput Sha512 => new DigestAlgorithmInput("sha512");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(DigestAlgorithmInput left, DigestAlgorithmInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(DigestAlgorithmInput left, DigestAlgorithmInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(DigestAlgorithmInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is DigestAlgorithmInput other && Equals(other);
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
