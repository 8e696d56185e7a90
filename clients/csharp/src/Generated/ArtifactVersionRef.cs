using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ArtifactVersionRef of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ArtifactVersionRef
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>version</c></summary>
        [JsonProperty("version")]
        public string Version { get; set; }

        /// <summary><c>release_channel</c></summary>
        [JsonProperty("release_channel")]
        public string ReleaseChannel { get; set; }

        /// <summary><c>game_versions</c></summary>
        [JsonProperty("game_versions")]
        public List<string> GameVersions { get; set; }

        /// <summary><c>loader_platforms</c></summary>
        [JsonProperty("loader_platforms")]
        public List<string> LoaderPlatforms { get; set; }

        /// <summary><c>published_at</c></summary>
        [JsonProperty("published_at")]
        public DateTimeOffset PublishedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
