using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `archived`, `deleted`, `draft`, `failed`, `published`, `ready`, `scanning`, `validating`, `withdrawn`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct VersionState : IOpenEnum, IEquatable<VersionState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public VersionState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>archived</c></summary>
        public static VersionState Archived => new VersionState("archived");

        /// <summary><c>deleted</c></summary>
        public static VersionState Deleted => new VersionState("deleted");

        /// <summary><c>draft</c></summary>
        public static VersionState Draft => new VersionState("draft");

        /// <summary><c>failed</c></summary>
        public static VersionState Failed => new VersionState("failed");

        /// <summary><c>published</c></summary>
        public static VersionState Published => new VersionState("published");

        /// <summary><c>ready</c></summary>
        public static VersionState Ready => new VersionState("ready");

        /// <summary><c>scanning</c></summary>
        public static VersionState Scanning => new VersionState("scanning");

        /// <summary><c>validating</c></summary>
        public static VersionState Validating => new VersionState("validating");

        /// <summary><c>withdrawn</c></summary>
        public static VersionState Withdrawn => new VersionState("withdrawn");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(VersionState left, VersionState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(VersionState left, VersionState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(VersionState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is VersionState other && Equals(other);
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
