using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ApiKeyCapabilities of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ApiKeyCapabilities
    {
        /// <summary><c>scopes</c></summary>
        [JsonProperty("scopes")]
        public List<KeyScope> Scopes { get; set; }

        /// <summary>The mods whose teams the user joined last. `listMyResources` lists all of them.</summary>
        [JsonProperty("mods")]
        public List<KeyMod> Mods { get; set; }

        /// <summary>Whether the user has more mods than this list contains.</summary>
        [JsonProperty("more_mods")]
        public bool MoreMods { get; set; }

        /// <summary><c>limits</c></summary>
        [JsonProperty("limits")]
        public KeyLimits Limits { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
