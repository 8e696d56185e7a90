using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AddedMediaKindInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct AddedMediaKindInput : IOpenEnum, IEquatable<AddedMediaKindInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public AddedMediaKindInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>cover</c></summary>
        public static AddedMediaKindInput Cover => new AddedMediaKindInput("cover");

        /// <summary><c>gallery</c></summary>
        public static AddedMediaKindInput Gallery => new AddedMediaKindInput("gallery");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(AddedMediaKindInput left, AddedMediaKindInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(AddedMediaKindInput left, AddedMediaKindInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(AddedMediaKindInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is AddedMediaKindInput other && Equals(other);
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
