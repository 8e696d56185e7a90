using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CompletedPart of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CompletedPart
    {
        /// <summary><c>partNumber</c></summary>
        [JsonProperty("partNumber")]
        public int PartNumber { get; set; }

        /// <summary><c>etag</c></summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary><c>sizeBytes</c></summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
