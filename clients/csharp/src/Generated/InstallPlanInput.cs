using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>InstallPlanInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class InstallPlanInput
    {
        /// <summary>Install exactly these files, and the mods that they require.</summary>
        [JsonProperty("artifacts", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<string>> Artifacts { get; set; }

        /// <summary><c>game_slug</c></summary>
        [JsonProperty("game_slug")]
        public string GameSlug { get; set; }

        /// <summary><c>game_version</c></summary>
        [JsonProperty("game_version", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> GameVersion { get; set; }

        /// <summary><c>include_optional</c></summary>
        [JsonProperty("include_optional", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<bool?> IncludeOptional { get; set; }

        /// <summary><c>loader</c></summary>
        [JsonProperty("loader", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Loader { get; set; }

        /// <summary>Install the newest version of each mod that fits.</summary>
        [JsonProperty("mod_ids", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<string>> ModIds { get; set; }

        /// <summary><c>platform</c></summary>
        [JsonProperty("platform", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Platform { get; set; }

        /// <summary>The least stable channel to accept. `release` if omitted.</summary>
        [JsonProperty("release_channel", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<ReleaseChannelInput> ReleaseChannel { get; set; }

        /// <summary><c>versions</c></summary>
        [JsonProperty("versions", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<PlanVersionInput>> Versions { get; set; }
    }
}
