using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `optional`, `required`, `selected`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct PlanRole : IOpenEnum, IEquatable<PlanRole>
    {
        /// <summary>Creates a value, known or not.</summary>
        public PlanRole(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>optional</c></summary>
        public static PlanRole Optional => new PlanRole("optional");

        /// <summary><c>required</c></summary>
        public static PlanRole Required => new PlanRole("required");

        /// <summary><c>selected</c></summary>
        public static PlanRole Selected => new PlanRole("selected");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(PlanRole left, PlanRole right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(PlanRole left, PlanRole right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(PlanRole other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is PlanRole other && Equals(other);
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
