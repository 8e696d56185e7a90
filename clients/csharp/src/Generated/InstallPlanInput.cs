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

        /// <summary>The slug of the game.</summary>
        [JsonProperty("game_slug")]
        public string GameSlug { get; set; }

        /// <summary>Only files for this version of the game. Files for all versions if omitted.</summary>
        [JsonProperty("game_version", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> GameVersion { get; set; }

        /// <summary>Whether to install optional dependencies too, if they fit, and the optional files of the chosen versions. False if omitted.</summary>
        [JsonProperty("include_optional", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<bool?> IncludeOptional { get; set; }

        /// <summary>Only files for this mod loader. Files for all loaders if omitted.</summary>
        [JsonProperty("loader", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Loader { get; set; }

        /// <summary>Install the newest version of each mod that fits.</summary>
        [JsonProperty("mod_ids", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<string>> ModIds { get; set; }

        /// <summary>Only files for this platform. Files for all platforms if omitted or `any`.</summary>
        [JsonProperty("platform", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Platform { get; set; }

        /// <summary>The least stable channel to accept. `release` if omitted.</summary>
        [JsonProperty("release_channel", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<ReleaseChannelInput> ReleaseChannel { get; set; }

        /// <summary>Install exactly these versions. Of the filters, only the game applies to them.</summary>
        [JsonProperty("versions", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<PlanVersionInput>> Versions { get; set; }
    }
}
