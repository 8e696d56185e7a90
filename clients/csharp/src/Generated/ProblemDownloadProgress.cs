using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>How far the download is, as the client has reported it.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ProblemDownloadProgress
    {
        /// <summary>The highest number of bytes that the client has reported as received.</summary>
        [JsonProperty("bytes_received")]
        public long BytesReceived { get; set; }

        /// <summary>The store or provider of the bytes.</summary>
        [JsonProperty("provider")]
        public string Provider { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
