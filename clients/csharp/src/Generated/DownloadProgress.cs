using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadProgress of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadProgress
    {
        /// <summary><c>bytes_received</c></summary>
        [JsonProperty("bytes_received")]
        public long BytesReceived { get; set; }

        /// <summary><c>provider</c></summary>
        [JsonProperty("provider")]
        public string Provider { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
