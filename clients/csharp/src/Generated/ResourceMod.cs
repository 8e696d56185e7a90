using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ResourceMod of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ResourceMod
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>slug</c></summary>
        [JsonProperty("slug")]
        public string Slug { get; set; }

        /// <summary><c>title</c></summary>
        [JsonProperty("title")]
        public Dictionary<string, string> Title { get; set; }

        /// <summary><c>state</c></summary>
        [JsonProperty("state")]
        public ModState State { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
