using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DependencyInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DependencyInput
    {
        /// <summary>The only file that satisfies the dependency.</summary>
        [JsonProperty("artifact_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> ArtifactId { get; set; }

        /// <summary><c>kind</c></summary>
        [JsonProperty("kind")]
        public DependencyKindInput Kind { get; set; }

        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>A note for people.</summary>
        [JsonProperty("note", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Note { get; set; }

        /// <summary>The exact string of a version of the mod, which takes precedence, or a range in the syntax of npm. Null means every version. A prerelease satisfies a range only if the range names a prerelease of the same version, or if the plan accepts `beta` or `alpha`.</summary>
        [JsonProperty("version_constraint", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> VersionConstraint { get; set; }

        /// <summary>The only version that satisfies the dependency.</summary>
        [JsonProperty("version_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> VersionId { get; set; }
    }
}
