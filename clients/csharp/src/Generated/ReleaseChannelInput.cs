using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ReleaseChannelInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ReleaseChannelInput : IOpenEnum, IEquatable<ReleaseChannelInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ReleaseChannelInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>alpha</c></summary>
        public static ReleaseChannelInput Alpha => new ReleaseChannelInput("alpha");

        /// <summary><c>beta</c></summary>
        public static ReleaseChannelInput Beta => new ReleaseChannelInput("beta");

        /// <summary><c>release</c></summary>
        public static ReleaseChannelInput Release => new ReleaseChannelInput("release");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ReleaseChannelInput left, ReleaseChannelInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ReleaseChannelInput left, ReleaseChannelInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ReleaseChannelInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ReleaseChannelInput other && Equals(other);
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
