using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>GetApiKeyCapabilitiesResponseData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class GetApiKeyCapabilitiesResponseData
    {
        /// <summary><c>scopes</c></summary>
        [JsonProperty("scopes")]
        public List<GetApiKeyCapabilitiesResponseDataScopes> Scopes { get; set; }

        /// <summary>The newest mods. `listMyResources` lists all of them.</summary>
        [JsonProperty("mods")]
        public List<GetApiKeyCapabilitiesResponseDataMods> Mods { get; set; }

        /// <summary>Whether the user has more mods than this list contains.</summary>
        [JsonProperty("more_mods")]
        public bool MoreMods { get; set; }

        /// <summary><c>limits</c></summary>
        [JsonProperty("limits")]
        public GetApiKeyCapabilitiesResponseDataLimits Limits { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
