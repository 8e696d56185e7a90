using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadFallback of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadFallback
    {
        /// <summary>Whether the fallback store has the file and the mod allows its use.</summary>
        [JsonProperty("available")]
        public bool Available { get; set; }

        /// <summary>Send POST to this path for the addresses in the fallback store. Null if it is not available.</summary>
        [JsonProperty("endpoint")]
        public string Endpoint { get; set; }

        /// <summary>Always null: only the endpoint returns addresses.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
