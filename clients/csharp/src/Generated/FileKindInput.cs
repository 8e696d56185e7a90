using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>FileKindInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct FileKindInput : IOpenEnum, IEquatable<FileKindInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public FileKindInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>main</c></summary>
        public static FileKindInput Main => new FileKindInput("main");

        /// <summary><c>optional</c></summary>
        public static FileKindInput Optional => new FileKindInput("optional");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(FileKindInput left, FileKindInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(FileKindInput left, FileKindInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(FileKindInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is FileKindInput other && Equals(other);
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
