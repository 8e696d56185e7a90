using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ModSort of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ModSort : IOpenEnum, IEquatable<ModSort>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ModSort(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>downloads</c></summary>
        public static ModSort Downloads => new ModSort("downloads");

        /// <summary><c>latest</c></summary>
        public static ModSort Latest => new ModSort("latest");

        /// <summary><c>relevance</c></summary>
        public static ModSort Relevance => new ModSort("relevance");

        /// <summary><c>trending</c></summary>
        public static ModSort Trending => new ModSort("trending");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ModSort left, ModSort right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ModSort left, ModSort right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ModSort other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ModSort other && Equals(other);
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
