using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CreateModVersionInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CreateModVersionInput
    {
        /// <summary><c>build_metadata</c></summary>
        [JsonProperty("build_metadata", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<JToken> BuildMetadata { get; set; }

        /// <summary><c>changelog</c></summary>
        [JsonProperty("changelog", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public LocalizedText Changelog { get; set; }

        /// <summary><c>dependencies</c></summary>
        [JsonProperty("dependencies", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<DependencyInput>> Dependencies { get; set; }

        /// <summary>A free label of the files. For a new version, `main` if omitted.</summary>
        [JsonProperty("file_category", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> FileCategory { get; set; }

        /// <summary><c>game_versions</c></summary>
        [JsonProperty("game_versions", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<string>> GameVersions { get; set; }

        /// <summary><c>loader_platforms</c></summary>
        [JsonProperty("loader_platforms", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<string>> LoaderPlatforms { get; set; }

        /// <summary>For a new version, `release` if omitted.</summary>
        [JsonProperty("release_channel", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<ReleaseChannelInput> ReleaseChannel { get; set; }

        /// <summary><c>requirements</c></summary>
        [JsonProperty("requirements", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<JToken> Requirements { get; set; }

        /// <summary>Free form, at most 80 characters.</summary>
        [JsonProperty("version")]
        public string Version { get; set; }
    }
}
