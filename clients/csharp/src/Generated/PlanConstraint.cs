using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanConstraint of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanConstraint
    {
        /// <summary>The item that has the dependency.</summary>
        [JsonProperty("from_item_id")]
        public string FromItemId { get; set; }

        /// <summary>The mod on which it depends.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary><c>kind</c></summary>
        [JsonProperty("kind")]
        public DependencyKind Kind { get; set; }

        /// <summary>The exact string of a published version, or a range in the syntax of npm. Null means every version.</summary>
        [JsonProperty("version_constraint")]
        public string VersionConstraint { get; set; }

        /// <summary>The item that is or contains the mod; null if the plan has none.</summary>
        [JsonProperty("satisfied_by_item_id")]
        public string SatisfiedByItemId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
