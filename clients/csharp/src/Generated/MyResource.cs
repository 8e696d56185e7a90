using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>MyResource of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class MyResource
    {
        /// <summary><c>type</c></summary>
        [JsonProperty("type")]
        public ResourceType Type { get; set; }

        /// <summary>The id of the mod.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>role</c></summary>
        [JsonProperty("role")]
        public TeamRole Role { get; set; }

        /// <summary>The permissions of the role.</summary>
        [JsonProperty("permissions")]
        public List<string> Permissions { get; set; }

        /// <summary><c>mod</c></summary>
        [JsonProperty("mod")]
        public ResourceMod Mod { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
