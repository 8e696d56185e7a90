using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AgentEffectTarget of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AgentEffectTarget
    {
        /// <summary>`mod` or `version`.</summary>
        [JsonProperty("kind")]
        public string Kind { get; set; }

        /// <summary>Null if the run creates the mod.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>Null if the run creates the version, and if the target is a mod.</summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
