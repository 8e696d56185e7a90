using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ResourceGrant of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ResourceGrant
    {
        /// <summary><c>type</c></summary>
        [JsonProperty("type")]
        public ResourceType Type { get; set; }

        /// <summary>The id of the mod.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
