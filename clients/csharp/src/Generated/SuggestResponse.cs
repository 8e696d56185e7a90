using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SuggestResponse of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SuggestResponse
    {
        /// <summary>Mods, authors and categories for a text while a user types it.</summary>
        [JsonProperty("data")]
        public SuggestResponseData Data { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
