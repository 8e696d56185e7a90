using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ModSortInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ModSortInput : IOpenEnum, IEquatable<ModSortInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ModSortInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>downloads</c></summary>
        public static ModSortInput Downloads => new ModSortInput("downloads");

        /// <summary><c>latest</c></summary>
        public static ModSortInput Latest => new ModSortInput("latest");

        /// <summary><c>relevance</c></summary>
        public static ModSortInput Relevance => new ModSortInput("relevance");

        /// <summary><c>trending</c></summary>
        public static ModSortInput Trending => new ModSortInput("trending");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ModSortInput left, ModSortInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ModSortInput left, ModSortInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ModSortInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ModSortInput other && Equals(other);
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
