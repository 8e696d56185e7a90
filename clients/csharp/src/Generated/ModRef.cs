using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A mod as the catalog shows it.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModRef
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>An alias that may change. Use the id to identify the object.</summary>
        [JsonProperty("slug")]
        public string Slug { get; set; }

        /// <summary><c>title</c></summary>
        [JsonProperty("title")]
        public Dictionary<string, string> Title { get; set; }

        /// <summary><c>game</c></summary>
        [JsonProperty("game")]
        public GameRef Game { get; set; }

        /// <summary><c>access_tier</c></summary>
        [JsonProperty("access_tier")]
        public AccessTier AccessTier { get; set; }

        /// <summary><c>links</c></summary>
        [JsonProperty("links")]
        public ModLinks Links { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
