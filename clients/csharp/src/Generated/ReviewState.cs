using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `approved`, `none`, `pending`, `rejected`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ReviewState : IOpenEnum, IEquatable<ReviewState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ReviewState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>approved</c></summary>
        public static ReviewState Approved => new ReviewState("approved");

        /// <summary><c>none</c></summary>
        public static ReviewState None => new ReviewState("none");

        /// <summary><c>pending</c></summary>
        public static ReviewState Pending => new ReviewState("pending");

        /// <summary><c>rejected</c></summary>
        public static ReviewState Rejected => new ReviewState("rejected");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ReviewState left, ReviewState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ReviewState left, ReviewState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ReviewState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ReviewState other && Equals(other);
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
