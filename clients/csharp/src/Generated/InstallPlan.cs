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

        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public PlanStatus Status { get; set; }

        /// <summary><c>request</c></summary>
        [JsonProperty("request")]
        public PlanRequest Request { get; set; }

        /// <summary>In the order of installation.</summary>
        [JsonProperty("items")]
        public List<PlanItem> Items { get; set; }

        /// <summary><c>dependency_constraints</c></summary>
        [JsonProperty("dependency_constraints")]
        public List<PlanConstraint> DependencyConstraints { get; set; }

        /// <summary><c>conflicts</c></summary>
        [JsonProperty("conflicts")]
        public List<PlanConflict> Conflicts { get; set; }

        /// <summary><c>artifact_selection</c></summary>
        [JsonProperty("artifact_selection")]
        public List<PlanSelection> ArtifactSelection { get; set; }

        /// <summary><c>decision_reasons</c></summary>
        [JsonProperty("decision_reasons")]
        public List<PlanReason> DecisionReasons { get; set; }

        /// <summary>The constraints that the plan satisfies. Read the dependency constraints.</summary>
        [JsonProperty("dependencies")]
        public List<PlanConstraint> Dependencies { get; set; }

        /// <summary>The installation steps: all items without `embedded_in`. Read the items, which stand in the same order.</summary>
        [JsonProperty("steps")]
        public List<PlanStep> Steps { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
