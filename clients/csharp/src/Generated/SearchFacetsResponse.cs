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
        /// <summary><c>data</c></summary>
        [JsonProperty("data")]
        public SearchFacets Data { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
