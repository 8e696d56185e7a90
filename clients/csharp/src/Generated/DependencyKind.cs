using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `conflict`, `embedded`, `optional`, `required`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct DependencyKind : IOpenEnum, IEquatable<DependencyKind>
    {
        /// <summary>Creates a value, known or not.</summary>
        public DependencyKind(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>conflict</c></summary>
        public static DependencyKind Conflict => new DependencyKind("conflict");

        /// <summary><c>embedded</c></summary>
        public static DependencyKind Embedded => new DependencyKind("embedded");

        /// <summary><c>optional</c></summary>
        public static DependencyKind Optional => new DependencyKind("optional");

        /// <summary><c>required</c></summary>
        public static DependencyKind Required => new DependencyKind("required");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(DependencyKind left, DependencyKind right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(DependencyKind left, DependencyKind right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(DependencyKind other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is DependencyKind other && Equals(other);
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
