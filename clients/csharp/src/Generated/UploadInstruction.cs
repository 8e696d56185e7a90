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
        /// <summary>The HTTP method. Only for the strategy `single`.</summary>
        [JsonProperty("method")]
        public string Method { get; set; }

        /// <summary>The signed address of the whole file. It needs no other credential. Do not store it. Only for `single`.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary>Send these headers exactly as given. Only for `single`.</summary>
        [JsonProperty("headers")]
        public JToken Headers { get; set; }

        /// <summary>When the address expires. Only for `single`; each signed part has its own expiry.</summary>
        [JsonProperty("expiresAt")]
        public DateTimeOffset? ExpiresAt { get; set; }

        /// <summary>The size in bytes of each part except the last one, which has the rest. Only for `multipart`.</summary>
        [JsonProperty("partSizeBytes")]
        public int? PartSizeBytes { get; set; }

        /// <summary>The number of parts. Only for `multipart`.</summary>
        [JsonProperty("totalParts")]
        public int? TotalParts { get; set; }

        /// <summary>The highest number of parts that may be signed and not yet received. Only for `multipart`.</summary>
        [JsonProperty("concurrency")]
        public int? Concurrency { get; set; }

        /// <summary>The first parts, signed. Sign further ones as these arrive. Only for `multipart`.</summary>
        [JsonProperty("parts")]
        public List<SignedPart> Parts { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
