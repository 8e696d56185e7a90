using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `main`, `optional`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct FileKind : IOpenEnum, IEquatable<FileKind>
    {
        /// <summary>Creates a value, known or not.</summary>
        public FileKind(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>main</c></summary>
        public static FileKind Main => new FileKind("main");

        /// <summary><c>optional</c></summary>
        public static FileKind Optional => new FileKind("optional");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(FileKind left, FileKind right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(FileKind left, FileKind right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(FileKind other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is FileKind other && Equals(other);
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
