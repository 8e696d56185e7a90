using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `alpha`, `beta`, `release`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ReleaseChannel : IOpenEnum, IEquatable<ReleaseChannel>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ReleaseChannel(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>alpha</c></summary>
        public static ReleaseChannel Alpha => new ReleaseChannel("alpha");

        /// <summary><c>beta</c></summary>
        public static ReleaseChannel Beta => new ReleaseChannel("beta");

        /// <summary><c>release</c></summary>
        public static ReleaseChannel Release => new ReleaseChannel("release");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ReleaseChannel left, ReleaseChannel right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ReleaseChannel left, ReleaseChannel right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ReleaseChannel other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ReleaseChannel other && Equals(other);
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
