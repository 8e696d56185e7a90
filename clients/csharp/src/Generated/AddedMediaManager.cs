using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AddedMediaManager of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct AddedMediaManager : IOpenEnum, IEquatable<AddedMediaManager>
    {
        /// <summary>Creates a value, known or not.</summary>
        public AddedMediaManager(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>importer</c></summary>
        public static AddedMediaManager Importer => new AddedMediaManager("importer");

        /// <summary><c>uploader</c></summary>
        public static AddedMediaManager Uploader => new AddedMediaManager("uploader");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(AddedMediaManager left, AddedMediaManager right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(AddedMediaManager left, AddedMediaManager right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(AddedMediaManager other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is AddedMediaManager other && Equals(other);
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
