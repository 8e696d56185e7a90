using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>NamedCount of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class NamedCount
    {
        /// <summary>The value of the filter.</summary>
        [JsonProperty("slug")]
        public string Slug { get; set; }

        /// <summary><c>name</c></summary>
        [JsonProperty("name")]
        public string Name { get; set; }

        /// <summary>The number of mods.</summary>
        [JsonProperty("count")]
        public int Count { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
