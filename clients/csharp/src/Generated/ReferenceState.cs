using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `failed`, `pending`, `stale`, `verified`, `withdrawn`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ReferenceState : IOpenEnum, IEquatable<ReferenceState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ReferenceState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>failed</c></summary>
        public static ReferenceState Failed => new ReferenceState("failed");

        /// <summary><c>pending</c></summary>
        public static ReferenceState Pending => new ReferenceState("pending");

        /// <summary><c>stale</c></summary>
        public static ReferenceState Stale => new ReferenceState("stale");

        /// <summary><c>verified</c></summary>
        public static ReferenceState Verified => new ReferenceState("verified");

        /// <summary><c>withdrawn</c></summary>
        public static ReferenceState Withdrawn => new ReferenceState("withdrawn");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ReferenceState left, ReferenceState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ReferenceState left, ReferenceState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ReferenceState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ReferenceState other && Equals(other);
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
