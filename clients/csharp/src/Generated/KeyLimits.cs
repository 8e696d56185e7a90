using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>KeyLimits of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class KeyLimits
    {
        /// <summary><c>keys_max</c></summary>
        [JsonProperty("keys_max")]
        public int KeysMax { get; set; }

        /// <summary>The number of valid keys.</summary>
        [JsonProperty("keys_living")]
        public int KeysLiving { get; set; }

        /// <summary><c>name_characters_max</c></summary>
        [JsonProperty("name_characters_max")]
        public int NameCharactersMax { get; set; }

        /// <summary><c>resource_grants_max</c></summary>
        [JsonProperty("resource_grants_max")]
        public int ResourceGrantsMax { get; set; }

        /// <summary><c>lifetime_seconds_max</c></summary>
        [JsonProperty("lifetime_seconds_max")]
        public int LifetimeSecondsMax { get; set; }

        /// <summary>How long a rotated key stays valid beside the new one.</summary>
        [JsonProperty("rotation_overlap_seconds")]
        public int RotationOverlapSeconds { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
