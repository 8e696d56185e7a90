using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SearchMatch of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SearchMatch
    {
        /// <summary>The relevance of the result. A higher score is better.</summary>
        [JsonProperty("score")]
        public decimal Score { get; set; }

        /// <summary>The fields that matched: title, summary, description, keywords.</summary>
        [JsonProperty("matched")]
        public List<string> Matched { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
