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
        /// <summary>The number of the part, from 1.</summary>
        [JsonProperty("partNumber")]
        public int PartNumber { get; set; }

        /// <summary>The ETag from the store. The completion of a `multipart` upload names it.</summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary>The received size of the part in bytes.</summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
