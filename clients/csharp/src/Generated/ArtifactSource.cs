using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `external_provider_reference`, `rehosted_blob`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ArtifactSource : IOpenEnum, IEquatable<ArtifactSource>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ArtifactSource(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>external_provider_reference</c></summary>
        public static ArtifactSource ExternalProviderReference => new ArtifactSource("external_provider_reference");

        /// <summary><c>rehosted_blob</c></summary>
        public static ArtifactSource RehostedBlob => new ArtifactSource("rehosted_blob");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ArtifactSource left, ArtifactSource right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ArtifactSource left, ArtifactSource right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ArtifactSource other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ArtifactSource other && Equals(other);
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
