using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `cover`, `fallback_cover`, `gallery`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct MediaKind : IOpenEnum, IEquatable<MediaKind>
    {
        /// <summary>Creates a value, known or not.</summary>
        public MediaKind(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>cover</c></summary>
        public static MediaKind Cover => new MediaKind("cover");

        /// <summary><c>fallback_cover</c></summary>
        public static MediaKind FallbackCover => new MediaKind("fallback_cover");

        /// <summary><c>gallery</c></summary>
        public static MediaKind Gallery => new MediaKind("gallery");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(MediaKind left, MediaKind right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(MediaKind left, MediaKind right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(MediaKind other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is MediaKind other && Equals(other);
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
