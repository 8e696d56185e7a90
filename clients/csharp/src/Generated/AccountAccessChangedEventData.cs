using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AccountAccessChangedEventData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AccountAccessChangedEventData
    {
        /// <summary>Rises with each change.</summary>
        [JsonProperty("access_revision")]
        public int AccessRevision { get; set; }

        /// <summary>The changed areas. Read `GET /me` again.</summary>
        [JsonProperty("categories")]
        public List<string> Categories { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
