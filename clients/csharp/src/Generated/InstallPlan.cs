using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>InstallPlan of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class InstallPlan
    {
        /// <summary>Equal requests with equal plans have equal ids.</summary>
        [JsonProperty("plan_id")]
        public string PlanId { get; set; }

        /// <summary>`resolved`, or `unsatisfiable`: then `items` is empty and `conflicts` has the reason.</summary>
        [JsonProperty("status")]
        public PlanStatus Status { get; set; }

        /// <summary>The request in its normal form: sorted, without duplicates, with defaults.</summary>
        [JsonProperty("request")]
        public PlanRequest Request { get; set; }

        /// <summary>In the order of installation.</summary>
        [JsonProperty("items")]
        public List<PlanItem> Items { get; set; }

        /// <summary>The dependencies of all items, satisfied or not.</summary>
        [JsonProperty("dependency_constraints")]
        public List<PlanConstraint> DependencyConstraints { get; set; }

        /// <summary>The reasons for which no plan exists. Empty if `status` is `resolved`.</summary>
        [JsonProperty("conflicts")]
        public List<PlanConflict> Conflicts { get; set; }

        /// <summary>The rule that chose the file of each item.</summary>
        [JsonProperty("artifact_selection")]
        public List<PlanSelection> ArtifactSelection { get; set; }

        /// <summary>The reasons for which items are pinned or are not the newest versions, and for which mods have no item.</summary>
        [JsonProperty("decision_reasons")]
        public List<PlanReason> DecisionReasons { get; set; }

        /// <summary>The constraints that the plan satisfies. Read the dependency constraints.</summary>
        [JsonProperty("dependencies")]
        public List<PlanConstraint> Dependencies { get; set; }

        /// <summary>The installation steps: all items that no other item contains. Read the items, which stand in the same order.</summary>
        [JsonProperty("steps")]
        public List<PlanStep> Steps { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
