using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AddedMediaManagerInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct AddedMediaManagerInput : IOpenEnum, IEquatable<AddedMediaManagerInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public AddedMediaManagerInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>importer</c></summary>
        public static AddedMediaManagerInput Importer => new AddedMediaManagerInput("importer");

        /// <summary><c>uploader</c></summary>
        public static AddedMediaManagerInput Uploader => new AddedMediaManagerInput("uploader");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(AddedMediaManagerInput left, AddedMediaManagerInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(AddedMediaManagerInput left, AddedMediaManagerInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(AddedMediaManagerInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is AddedMediaManagerInput other && Equals(other);
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
