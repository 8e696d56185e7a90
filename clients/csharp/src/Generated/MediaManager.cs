using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `importer`, `service`, `uploader`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct MediaManager : IOpenEnum, IEquatable<MediaManager>
    {
        /// <summary>Creates a value, known or not.</summary>
        public MediaManager(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>importer</c></summary>
        public static MediaManager Importer => new MediaManager("importer");

        /// <summary><c>service</c></summary>
        public static MediaManager Service => new MediaManager("service");

        /// <summary><c>uploader</c></summary>
        public static MediaManager Uploader => new MediaManager("uploader");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(MediaManager left, MediaManager right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(MediaManager left, MediaManager right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(MediaManager other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is MediaManager other && Equals(other);
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
