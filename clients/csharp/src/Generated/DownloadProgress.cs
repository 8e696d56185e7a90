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
        /// <summary>The highest number of bytes that the client has reported as received.</summary>
        [JsonProperty("bytes_received")]
        public long BytesReceived { get; set; }

        /// <summary>The store that the addresses of this response lead to, as in `representation`.</summary>
        [JsonProperty("provider")]
        public string Provider { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
