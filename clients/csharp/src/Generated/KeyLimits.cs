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
        /// <summary>The highest number of valid keys and tokens of a user.</summary>
        [JsonProperty("keys_max")]
        public int KeysMax { get; set; }

        /// <summary>The number of valid keys and tokens of the user now.</summary>
        [JsonProperty("keys_living")]
        public int KeysLiving { get; set; }

        /// <summary>The highest number of characters of a name.</summary>
        [JsonProperty("name_characters_max")]
        public int NameCharactersMax { get; set; }

        /// <summary>The highest number of mods that a key can be limited to.</summary>
        [JsonProperty("resource_grants_max")]
        public int ResourceGrantsMax { get; set; }

        /// <summary>The longest lifetime of a new key, in seconds.</summary>
        [JsonProperty("lifetime_seconds_max")]
        public int LifetimeSecondsMax { get; set; }

        /// <summary>The seconds for which a rotated key stays valid beside the new one.</summary>
        [JsonProperty("rotation_overlap_seconds")]
        public int RotationOverlapSeconds { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
