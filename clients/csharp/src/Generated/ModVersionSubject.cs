using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ModVersionSubject of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModVersionSubject
    {
        /// <summary>The type of the entity.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }

        /// <summary>The id of the entity.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>The mod of the entity, or the mod itself. Null for an entity that belongs to no mod.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
