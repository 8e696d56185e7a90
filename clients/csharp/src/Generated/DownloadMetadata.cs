using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadMetadata of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadMetadata
    {
        /// <summary>Relative to the API base.</summary>
        [JsonProperty("resolve_endpoint")]
        public string ResolveEndpoint { get; set; }

        /// <summary>Whether an interrupted download can continue with `Range`.</summary>
        [JsonProperty("range_supported")]
        public bool RangeSupported { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
