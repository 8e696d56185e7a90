using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `archived`, `deleted`, `pending`, `published`, `ready`, `rejected`, `withdrawn`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ArtifactState : IOpenEnum, IEquatable<ArtifactState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ArtifactState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>archived</c></summary>
        public static ArtifactState Archived => new ArtifactState("archived");

        /// <summary><c>deleted</c></summary>
        public static ArtifactState Deleted => new ArtifactState("deleted");

        /// <summary><c>pending</c></summary>
        public static ArtifactState Pending => new ArtifactState("pending");

        /// <summary><c>published</c></summary>
        public static ArtifactState Published => new ArtifactState("published");

        /// <summary><c>ready</c></summary>
        public static ArtifactState Ready => new ArtifactState("ready");

        /// <summary><c>rejected</c></summary>
        public static ArtifactState Rejected => new ArtifactState("rejected");

        /// <summary><c>withdrawn</c></summary>
        public static ArtifactState Withdrawn => new ArtifactState("withdrawn");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ArtifactState left, ArtifactState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ArtifactState left, ArtifactState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ArtifactState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ArtifactState other && Equals(other);
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
