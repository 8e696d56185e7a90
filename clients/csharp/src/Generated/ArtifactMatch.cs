using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ArtifactMatch of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ArtifactMatch
    {
        /// <summary><c>mod</c></summary>
        [JsonProperty("mod")]
        public MatchedMod Mod { get; set; }

        /// <summary><c>version</c></summary>
        [JsonProperty("version")]
        public ArtifactVersionRef Version { get; set; }

        /// <summary><c>artifact</c></summary>
        [JsonProperty("artifact")]
        public ModArtifact Artifact { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
