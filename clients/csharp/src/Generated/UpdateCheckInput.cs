using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UpdateCheckInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UpdateCheckInput
    {
        /// <summary>The slug of the game.</summary>
        [JsonProperty("game_slug")]
        public string GameSlug { get; set; }

        /// <summary>Only files for this version of the game. Files for all versions if omitted.</summary>
        [JsonProperty("game_version", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> GameVersion { get; set; }

        /// <summary><c>items</c></summary>
        [JsonProperty("items")]
        public List<InstalledFileInput> Items { get; set; }

        /// <summary>Only files for this mod loader. Files for all loaders if omitted.</summary>
        [JsonProperty("loader", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Loader { get; set; }

        /// <summary>Only files for this platform. Files for all platforms if omitted or `any`.</summary>
        [JsonProperty("platform", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Platform { get; set; }

        /// <summary>The least stable channel to accept. `release` if omitted.</summary>
        [JsonProperty("release_channel", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<ReleaseChannelInput> ReleaseChannel { get; set; }
    }
}
