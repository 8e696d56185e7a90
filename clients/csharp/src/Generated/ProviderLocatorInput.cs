using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ProviderLocatorInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ProviderLocatorInput
    {
        /// <summary>github, codeberg: the number of the file.</summary>
        [JsonProperty("asset_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<long?> AssetId { get; set; }

        /// <summary>modrinth: the name of the file in its version.</summary>
        [JsonProperty("filename", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Filename { get; set; }

        /// <summary>github, codeberg: the owner of the repository.</summary>
        [JsonProperty("owner", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Owner { get; set; }

        /// <summary>hangar: PAPER, WATERFALL or VELOCITY.</summary>
        [JsonProperty("platform", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Platform { get; set; }

        /// <summary>modrinth, hangar: the project, by its id.</summary>
        [JsonProperty("project_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> ProjectId { get; set; }

        /// <summary>One of github, modrinth, hangar, codeberg.</summary>
        [JsonProperty("provider")]
        public ProviderInput Provider { get; set; }

        /// <summary>github, codeberg: the number of the release.</summary>
        [JsonProperty("release_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<long?> ReleaseId { get; set; }

        /// <summary>github, codeberg: the repository.</summary>
        [JsonProperty("repository", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Repository { get; set; }

        /// <summary>modrinth, hangar: the version, by its id.</summary>
        [JsonProperty("version_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> VersionId { get; set; }
    }
}
