using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `maintainer`, `owner`, `publisher`, `reviewer`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct TeamRole : IOpenEnum, IEquatable<TeamRole>
    {
        /// <summary>Creates a value, known or not.</summary>
        public TeamRole(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>maintainer</c></summary>
        public static TeamRole Maintainer => new TeamRole("maintainer");

        /// <summary><c>owner</c></summary>
        public static TeamRole Owner => new TeamRole("owner");

        /// <summary><c>publisher</c></summary>
        public static TeamRole Publisher => new TeamRole("publisher");

        /// <summary><c>reviewer</c></summary>
        public static TeamRole Reviewer => new TeamRole("reviewer");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(TeamRole left, TeamRole right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(TeamRole left, TeamRole right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(TeamRole other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is TeamRole other && Equals(other);
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
