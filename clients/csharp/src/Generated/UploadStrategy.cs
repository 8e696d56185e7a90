using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `multipart`, `single`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct UploadStrategy : IOpenEnum, IEquatable<UploadStrategy>
    {
        /// <summary>Creates a value, known or not.</summary>
        public UploadStrategy(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>multipart</c></summary>
        public static UploadStrategy Multipart => new UploadStrategy("multipart");

        /// <summary><c>single</c></summary>
        public static UploadStrategy Single => new UploadStrategy("single");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(UploadStrategy left, UploadStrategy right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(UploadStrategy left, UploadStrategy right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(UploadStrategy other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is UploadStrategy other && Equals(other);
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
