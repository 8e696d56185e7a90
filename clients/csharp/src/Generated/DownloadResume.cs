using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadResume of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadResume
    {
        /// <summary>After the signed addresses expired, send POST to this path for new ones. Relative to the API base.</summary>
        [JsonProperty("signed_url_expiry_refresh")]
        public string SignedUrlExpiryRefresh { get; set; }

        /// <summary>Whether the store accepts `Range`. Then continue after the last stored byte, if the SHA-256 is unchanged.</summary>
        [JsonProperty("range_supported")]
        public bool RangeSupported { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
