using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CreateApiKeyInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CreateApiKeyInput
    {
        /// <summary>At most 366 days ahead. The latest possible time if omitted.</summary>
        [JsonProperty("expires_at", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DateTimeOffset?> ExpiresAt { get; set; }

        /// <summary><c>name</c></summary>
        [JsonProperty("name")]
        public string Name { get; set; }

        /// <summary>The mods that the key covers. None if empty or omitted.</summary>
        [JsonProperty("resource_grants", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<ResourceGrantInput>> ResourceGrants { get; set; }

        /// <summary>Only scopes that `getApiKeyCapabilities` reports as grantable.</summary>
        [JsonProperty("scopes")]
        public List<ScopeInput> Scopes { get; set; }
    }
}
