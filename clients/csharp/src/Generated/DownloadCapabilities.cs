using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadCapabilities of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadCapabilities
    {
        /// <summary><c>head_supported</c></summary>
        [JsonProperty("head_supported")]
        public bool HeadSupported { get; set; }

        /// <summary><c>range_supported</c></summary>
        [JsonProperty("range_supported")]
        public bool RangeSupported { get; set; }

        /// <summary><c>conditional_requests</c></summary>
        [JsonProperty("conditional_requests")]
        public bool ConditionalRequests { get; set; }

        /// <summary><c>conditional_headers</c></summary>
        [JsonProperty("conditional_headers")]
        public List<string> ConditionalHeaders { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
