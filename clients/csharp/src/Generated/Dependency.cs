using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A relation of a version to another mod.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Dependency
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>kind</c></summary>
        [JsonProperty("kind")]
        public DependencyKind Kind { get; set; }

        /// <summary>The target mod of the dependency.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The exact string of a version of the mod, which takes precedence, or a range in the syntax of npm. Null means every version. A prerelease satisfies a range only if the range names a prerelease of the same version, or if the plan accepts `beta` or `alpha`.</summary>
        [JsonProperty("version_constraint")]
        public string VersionConstraint { get; set; }

        /// <summary>The only version that satisfies the dependency. Null if another one may.</summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>The only file that satisfies the dependency. Null if another one may.</summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>A note of the creator for people. Null without one.</summary>
        [JsonProperty("note")]
        public string Note { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
