using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanSelection of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanSelection
    {
        /// <summary><c>item_id</c></summary>
        [JsonProperty("item_id")]
        public string ItemId { get; set; }

        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>The rule that chose the file: `exact_artifact`, `exact_version` or `newest_compatible`.</summary>
        [JsonProperty("rule")]
        public string Rule { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
