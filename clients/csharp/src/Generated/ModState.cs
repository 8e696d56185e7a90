using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `archived`, `deleted`, `draft`, `hidden`, `published`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ModState : IOpenEnum, IEquatable<ModState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ModState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>archived</c></summary>
        public static ModState Archived => new ModState("archived");

        /// <summary><c>deleted</c></summary>
        public static ModState Deleted => new ModState("deleted");

        /// <summary><c>draft</c></summary>
        public static ModState Draft => new ModState("draft");

        /// <summary><c>hidden</c></summary>
        public static ModState Hidden => new ModState("hidden");

        /// <summary><c>published</c></summary>
        public static ModState Published => new ModState("published");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ModState left, ModState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ModState left, ModState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ModState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ModState other && Equals(other);
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
