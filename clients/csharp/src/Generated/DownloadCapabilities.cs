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
        /// <summary>Whether HEAD works.</summary>
        [JsonProperty("head_supported")]
        public bool HeadSupported { get; set; }

        /// <summary>Whether `Range` works.</summary>
        [JsonProperty("range_supported")]
        public bool RangeSupported { get; set; }

        /// <summary>Whether conditional requests work.</summary>
        [JsonProperty("conditional_requests")]
        public bool ConditionalRequests { get; set; }

        /// <summary>The conditional headers that work.</summary>
        [JsonProperty("conditional_headers")]
        public List<string> ConditionalHeaders { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
