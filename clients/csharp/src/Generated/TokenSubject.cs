using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>TokenSubject of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class TokenSubject
    {
        /// <summary><c>type</c></summary>
        [JsonProperty("type")]
        public string Type { get; set; }

        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
