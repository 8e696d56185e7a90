using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>LookupArtifactsResponseDataHashesMatches of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class LookupArtifactsResponseDataHashesMatches
    {
        /// <summary><c>mod</c></summary>
        [JsonProperty("mod")]
        public LookupArtifactsResponseDataHashesMatchesMod Mod { get; set; }

        /// <summary><c>version</c></summary>
        [JsonProperty("version")]
        public LookupArtifactsResponseDataHashesMatchesVersion Version { get; set; }

        /// <summary><c>artifact</c></summary>
        [JsonProperty("artifact")]
        public PublicModArtifact Artifact { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
