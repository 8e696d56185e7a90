using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A game of the catalog, with or without mods.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Game
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>An alias for addresses and filters. Use the id to identify the object.</summary>
        [JsonProperty("slug")]
        public string Slug { get; set; }

        /// <summary><c>name</c></summary>
        [JsonProperty("name")]
        public string Name { get; set; }

        /// <summary>The keys of the loaders that versions may use.</summary>
        [JsonProperty("loaders")]
        public List<string> Loaders { get; set; }

        /// <summary>The known game versions, oldest first.</summary>
        [JsonProperty("game_versions")]
        public List<string> GameVersions { get; set; }

        /// <summary>The platforms that a plan may request.</summary>
        [JsonProperty("platforms")]
        public List<string> Platforms { get; set; }

        /// <summary><c>created_at</c></summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary><c>updated_at</c></summary>
        [JsonProperty("updated_at")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
