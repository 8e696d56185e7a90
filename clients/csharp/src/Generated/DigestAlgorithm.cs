using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `sha1`, `sha256`, `sha512`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct DigestAlgorithm : IOpenEnum, IEquatable<DigestAlgorithm>
    {
        /// <summary>Creates a value, known or not.</summary>
        public DigestAlgorithm(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>sha1</c></summary>
        public static DigestAlgorithm Sha1 => new DigestAlgorithm("sha1");

        /// <summary><c>sha256</c></summary>
        public static DigestAlgorithm Sha256 => new DigestAlgorithm("sha256");

        /// <summary><c>sha512</c></summary>
        public static DigestAlgorithm Sha512 => new DigestAlgorithm("sha512");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(DigestAlgorithm left, DigestAlgorithm right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(DigestAlgorithm left, DigestAlgorithm right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(DigestAlgorithm other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is DigestAlgorithm other && Equals(other);
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
