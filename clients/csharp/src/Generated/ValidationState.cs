using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `failed`, `pending`, `processing`, `rejected`, `verified`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ValidationState : IOpenEnum, IEquatable<ValidationState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ValidationState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>failed</c></summary>
        public static ValidationState Failed => new ValidationState("failed");

        /// <summary><c>pending</c></summary>
        public static ValidationState Pending => new ValidationState("pending");

        /// <summary><c>processing</c></summary>
        public static ValidationState Processing => new ValidationState("processing");

        /// <summary><c>rejected</c></summary>
        public static ValidationState Rejected => new ValidationState("rejected");

        /// <summary><c>verified</c></summary>
        public static ValidationState Verified => new ValidationState("verified");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ValidationState left, ValidationState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ValidationState left, ValidationState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ValidationState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ValidationState other && Equals(other);
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
