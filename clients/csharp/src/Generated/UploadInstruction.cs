using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadInstruction of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadInstruction
    {
        /// <summary><c>method</c></summary>
        [JsonProperty("method")]
        public string Method { get; set; }

        /// <summary><c>url</c></summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary><c>headers</c></summary>
        [JsonProperty("headers")]
        public JToken Headers { get; set; }

        /// <summary><c>expiresAt</c></summary>
        [JsonProperty("expiresAt")]
        public DateTimeOffset? ExpiresAt { get; set; }

        /// <summary><c>partSizeBytes</c></summary>
        [JsonProperty("partSizeBytes")]
        public int? PartSizeBytes { get; set; }

        /// <summary><c>totalParts</c></summary>
        [JsonProperty("totalParts")]
        public int? TotalParts { get; set; }

        /// <summary>The number of parts that may be in flight.</summary>
        [JsonProperty("concurrency")]
        public int? Concurrency { get; set; }

        /// <summary><c>parts</c></summary>
        [JsonProperty("parts")]
        public List<SignedPart> Parts { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
