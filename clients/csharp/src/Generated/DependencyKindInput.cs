using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DependencyKindInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct DependencyKindInput : IOpenEnum, IEquatable<DependencyKindInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public DependencyKindInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>conflict</c></summary>
        public static DependencyKindInput Conflict => new DependencyKindInput("conflict");

        /// <summary><c>embedded</c></summary>
        public static DependencyKindInput Embedded => new DependencyKindInput("embedded");

        /// <summary><c>optional</c></summary>
        public static DependencyKindInput Optional => new DependencyKindInput("optional");

        /// <summary><c>required</c></summary>
        public static DependencyKindInput Required => new DependencyKindInput("required");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(DependencyKindInput left, DependencyKindInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(DependencyKindInput left, DependencyKindInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(DependencyKindInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is DependencyKindInput other && Equals(other);
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
