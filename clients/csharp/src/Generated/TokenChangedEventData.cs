using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>TokenChangedEventData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class TokenChangedEventData
    {
        /// <summary>The token or key.</summary>
        [JsonProperty("token_id")]
        public string TokenId { get; set; }

        /// <summary>`created`, `rotated` or `revoked`; others may follow.</summary>
        [JsonProperty("change")]
        public string Change { get; set; }

        /// <summary>The token or key that replaces it.</summary>
        [JsonProperty("successor_id")]
        public string SuccessorId { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
