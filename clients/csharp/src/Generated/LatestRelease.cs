using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The highest version of the most stable channel that has a published one. Versions compare by semver; those that are not semver rank below and compare by first publication.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class LatestRelease
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>version</c></summary>
        [JsonProperty("version")]
        public string Version { get; set; }

        /// <summary>Its main file.</summary>
        [JsonProperty("primary_artifact_id")]
        public string PrimaryArtifactId { get; set; }

        /// <summary>First publication.</summary>
        [JsonProperty("published_at")]
        public DateTimeOffset PublishedAt { get; set; }

        /// <summary><c>updated_at</c></summary>
        [JsonProperty("updated_at")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
