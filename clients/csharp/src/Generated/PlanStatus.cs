using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `resolved`, `unsatisfiable`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct PlanStatus : IOpenEnum, IEquatable<PlanStatus>
    {
        /// <summary>Creates a value, known or not.</summary>
        public PlanStatus(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>resolved</c></summary>
        public static PlanStatus Resolved => new PlanStatus("resolved");

        /// <summary><c>unsatisfiable</c></summary>
        public static PlanStatus Unsatisfiable => new PlanStatus("unsatisfiable");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(PlanStatus left, PlanStatus right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(PlanStatus left, PlanStatus right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(PlanStatus other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is PlanStatus other && Equals(other);
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
