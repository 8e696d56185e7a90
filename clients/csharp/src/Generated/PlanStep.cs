using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanStep of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanStep
    {
        /// <summary>From 1.</summary>
        [JsonProperty("order")]
        public int Order { get; set; }

        /// <summary>Always `install`.</summary>
        [JsonProperty("action")]
        public string Action { get; set; }

        /// <summary><c>item_id</c></summary>
        [JsonProperty("item_id")]
        public string ItemId { get; set; }

        /// <summary><c>file</c></summary>
        [JsonProperty("file")]
        public PlanFile File { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
