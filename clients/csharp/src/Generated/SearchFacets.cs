using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>How many of the mods of a search or a list have each value of their filters.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SearchFacets
    {
        /// <summary>The number of counted mods.</summary>
        [JsonProperty("total")]
        public int Total { get; set; }

        /// <summary>False if more mods may match than were counted. The numbers are lower bounds then.</summary>
        [JsonProperty("complete")]
        public bool Complete { get; set; }

        /// <summary>The most frequent first, at most 50.</summary>
        [JsonProperty("games")]
        public List<NamedCount> Games { get; set; }

        /// <summary>The most frequent first, at most 50. Categories of several games with the same slug count together.</summary>
        [JsonProperty("categories")]
        public List<NamedCount> Categories { get; set; }

        /// <summary>The most frequent first, at most 50. Counts the mods with a version that declares the value. If the search filters by loader or game version, the same version fits that filter. Mods that fit any value are not counted.</summary>
        [JsonProperty("loaders")]
        public List<ValueCount> Loaders { get; set; }

        /// <summary>The most frequent first, at most 50. Counts the mods with a version that declares the value. If the search filters by loader or game version, the same version fits that filter. Mods that fit any value are not counted.</summary>
        [JsonProperty("game_versions")]
        public List<ValueCount> GameVersions { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
