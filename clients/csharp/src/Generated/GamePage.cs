using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>GamePage of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class GamePage
    {
        /// <summary><c>data</c></summary>
        [JsonProperty("data")]
        public List<Game> Data { get; set; }

        /// <summary><c>pagination</c></summary>
        [JsonProperty("pagination")]
        public Pagination Pagination { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
