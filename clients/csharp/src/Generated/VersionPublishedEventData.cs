using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>VersionPublishedEventData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class VersionPublishedEventData
    {
        /// <summary>The mod.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The version.</summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>The primary file, always set.</summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
