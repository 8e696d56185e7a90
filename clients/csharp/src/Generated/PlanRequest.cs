using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanRequest of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanRequest
    {
        /// <summary><c>game_slug</c></summary>
        [JsonProperty("game_slug")]
        public string GameSlug { get; set; }

        /// <summary>Null if files for all game versions fit.</summary>
        [JsonProperty("game_version")]
        public string GameVersion { get; set; }

        /// <summary>Null if files for all platforms fit.</summary>
        [JsonProperty("platform")]
        public string Platform { get; set; }

        /// <summary>Null if files for all mod loaders fit.</summary>
        [JsonProperty("loader")]
        public string Loader { get; set; }

        /// <summary><c>release_channel</c></summary>
        [JsonProperty("release_channel")]
        public ReleaseChannel ReleaseChannel { get; set; }

        /// <summary><c>mod_ids</c></summary>
        [JsonProperty("mod_ids")]
        public List<string> ModIds { get; set; }

        /// <summary><c>versions</c></summary>
        [JsonProperty("versions")]
        public List<PlanVersionSelector> Versions { get; set; }

        /// <summary><c>artifacts</c></summary>
        [JsonProperty("artifacts")]
        public List<string> Artifacts { get; set; }

        /// <summary>Whether the plan has optional dependencies and files too.</summary>
        [JsonProperty("include_optional")]
        public bool IncludeOptional { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
