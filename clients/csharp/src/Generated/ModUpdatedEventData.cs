using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ModUpdatedEventData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModUpdatedEventData
    {
        /// <summary>The mod.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The changed members.</summary>
        [JsonProperty("fields")]
        public List<string> Fields { get; set; }

        /// <summary>The changed version, if a version caused the event.</summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
