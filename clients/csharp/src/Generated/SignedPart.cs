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
        /// <summary><c>partNumber</c></summary>
        [JsonProperty("partNumber")]
        public int PartNumber { get; set; }

        /// <summary><c>method</c></summary>
        [JsonProperty("method")]
        public string Method { get; set; }

        /// <summary><c>url</c></summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary>Send these headers exactly as given.</summary>
        [JsonProperty("headers")]
        public JToken Headers { get; set; }

        /// <summary><c>sizeBytes</c></summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }

        /// <summary><c>expiresAt</c></summary>
        [JsonProperty("expiresAt")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
