using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CategoryRef of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CategoryRef
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>slug</c></summary>
        [JsonProperty("slug")]
        public string Slug { get; set; }

        /// <summary><c>name</c></summary>
        [JsonProperty("name")]
        public string Name { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
