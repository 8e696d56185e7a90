using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanVersionSelector of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanVersionSelector
    {
        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary><c>version_id</c></summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
