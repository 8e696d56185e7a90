using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SearchFacetsResponse of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SearchFacetsResponse
    {
        /// <summary>How many of the mods of a search or a list have each value of their filters.</summary>
        [JsonProperty("data")]
        public SearchFacetsResponseData Data { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
