using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>TeamRoleInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct TeamRoleInput : IOpenEnum, IEquatable<TeamRoleInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public TeamRoleInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>maintainer</c></summary>
        public static TeamRoleInput Maintainer => new TeamRoleInput("maintainer");

        /// <summary><c>owner</c></summary>
        public static TeamRoleInput Owner => new TeamRoleInput("owner");

        /// <summary><c>publisher</c></summary>
        public static TeamRoleInput Publisher => new TeamRoleInput("publisher");

        /// <summary><c>reviewer</c></summary>
        public static TeamRoleInput Reviewer => new TeamRoleInput("reviewer");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(TeamRoleInput left, TeamRoleInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(TeamRoleInput left, TeamRoleInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(TeamRoleInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is TeamRoleInput other && Equals(other);
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
