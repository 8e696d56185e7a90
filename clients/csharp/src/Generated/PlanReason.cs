using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanReason of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanReason
    {
        /// <summary>Null if the mod has no item of its own.</summary>
        [JsonProperty("item_id")]
        public string ItemId { get; set; }

        /// <summary>The mod that the decision is about, always set.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The item that led to the decision; null if it was not another item.</summary>
        [JsonProperty("by_item_id")]
        public string ByItemId { get; set; }

        /// <summary>`exact_version` and `exact_artifact`: the request names it. `version_constraint`, `declared_conflict`, `no_compatible_version` and `combination`: the reason against a newer version that fits the request. `embedded`: an item contains the mod.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>An explanation for people, in English: the item or constraint that led to the decision.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
