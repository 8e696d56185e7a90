using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanItem of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanItem
    {
        /// <summary>Stable: the same file has the same item id in every plan.</summary>
        [JsonProperty("item_id")]
        public string ItemId { get; set; }

        /// <summary>`selected`: the request names the mod. `required` and `optional`: a dependency.</summary>
        [JsonProperty("role")]
        public PlanRole Role { get; set; }

        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The title of the mod by language.</summary>
        [JsonProperty("title")]
        public Dictionary<string, string> Title { get; set; }

        /// <summary>The slug of the mod.</summary>
        [JsonProperty("slug")]
        public string Slug { get; set; }

        /// <summary>The users who may download the files. `public`: all, also without an account. `authenticated`: every account. `paid`: subscribers. `restricted`: accounts with a right to the mod or the file.</summary>
        [JsonProperty("access_tier")]
        public AccessTier AccessTier { get; set; }

        /// <summary><c>version_id</c></summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>The version string.</summary>
        [JsonProperty("version")]
        public string Version { get; set; }

        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>Whether this service or an external provider hosts the file.</summary>
        [JsonProperty("artifact_source")]
        public ArtifactSource ArtifactSource { get; set; }

        /// <summary>The item whose file contains this version of the mod. Such an item needs no download and no step. Null for an item with a file of its own.</summary>
        [JsonProperty("embedded_in")]
        public string EmbeddedIn { get; set; }

        /// <summary>The file to install. For an embedded item, another item brings its content.</summary>
        [JsonProperty("file")]
        public PlanFile File { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
