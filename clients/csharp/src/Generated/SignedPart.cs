using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SignedPart of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SignedPart
    {
        /// <summary>The number of the part, from 1.</summary>
        [JsonProperty("partNumber")]
        public int PartNumber { get; set; }

        /// <summary>The HTTP method of the request.</summary>
        [JsonProperty("method")]
        public string Method { get; set; }

        /// <summary>The signed address of the part. It needs no other credential. Do not store it.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary>Send these headers exactly as given.</summary>
        [JsonProperty("headers")]
        public JToken Headers { get; set; }

        /// <summary>The exact size of the part in bytes.</summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }

        /// <summary>When the address expires. Sign the part again afterwards.</summary>
        [JsonProperty("expiresAt")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
