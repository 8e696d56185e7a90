using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `base`, `sensitive`, `standard`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ScopeKind : IOpenEnum, IEquatable<ScopeKind>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ScopeKind(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>base</c></summary>
        public static ScopeKind Base => new ScopeKind("base");

        /// <summary><c>sensitive</c></summary>
        public static ScopeKind Sensitive => new ScopeKind("sensitive");

        /// <summary><c>standard</c></summary>
        public static ScopeKind Standard => new ScopeKind("standard");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ScopeKind left, ScopeKind right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ScopeKind left, ScopeKind right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ScopeKind other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ScopeKind other && Equals(other);
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
