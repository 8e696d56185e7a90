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
        /// <summary><c>game_slug</c></summary>
        [JsonProperty("game_slug")]
        public string GameSlug { get; set; }

        /// <summary><c>game_version</c></summary>
        [JsonProperty("game_version", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> GameVersion { get; set; }

        /// <summary><c>items</c></summary>
        [JsonProperty("items")]
        public List<InstalledFileInput> Items { get; set; }

        /// <summary><c>loader</c></summary>
        [JsonProperty("loader", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Loader { get; set; }

        /// <summary><c>platform</c></summary>
        [JsonProperty("platform", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Platform { get; set; }

        /// <summary>The least stable channel to accept. `release` if omitted.</summary>
        [JsonProperty("release_channel", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<ReleaseChannelInput> ReleaseChannel { get; set; }
    }
}
