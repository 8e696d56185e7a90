using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SuggestedMod of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SuggestedMod
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

        /// <summary><c>game_slug</c></summary>
        [JsonProperty("game_slug")]
        public string GameSlug { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
