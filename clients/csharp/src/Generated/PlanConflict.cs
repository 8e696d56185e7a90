using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanConflict of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanConflict
    {
        /// <summary>`no_compatible_version`, `version_constraint` or `declared_conflict`.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>The mods that cannot be installed together.</summary>
        [JsonProperty("mod_ids")]
        public List<string> ModIds { get; set; }

        /// <summary>The ids that their files would have as items: the newest file of each mod, or the selected files that conflict. A plan with a conflict has no items.</summary>
        [JsonProperty("item_ids")]
        public List<string> ItemIds { get; set; }

        /// <summary>An explanation for people, in English: the mods, the ranges and the filters of the request.</summary>
        [JsonProperty("explanation")]
        public string Explanation { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
