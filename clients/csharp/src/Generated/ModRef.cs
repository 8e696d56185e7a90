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

        /// <summary>The title by language.</summary>
        [JsonProperty("title")]
        public Dictionary<string, string> Title { get; set; }

        /// <summary><c>game</c></summary>
        [JsonProperty("game")]
        public GameRef Game { get; set; }

        /// <summary>The users who may download the files. `public`: all, also without an account. `authenticated`: every account. `paid`: subscribers. `restricted`: accounts with a right to the mod or the file.</summary>
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
