using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadProgress of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadProgress
    {
        /// <summary>The number of bytes in the store. 0 if `available` is false.</summary>
        [JsonProperty("uploadedBytes")]
        public long UploadedBytes { get; set; }

        /// <summary>`uploadedBytes` as a percentage of the file, rounded down. 100 from the completion on.</summary>
        [JsonProperty("percent")]
        public int Percent { get; set; }

        /// <summary>The number of parts; 1 for the strategy `single`.</summary>
        [JsonProperty("totalParts")]
        public int TotalParts { get; set; }

        /// <summary>The parts in the store. Empty from the completion on.</summary>
        [JsonProperty("completedParts")]
        public List<CompletedPart> CompletedParts { get; set; }

        /// <summary>False means that the progress is unknown, not zero.</summary>
        [JsonProperty("available")]
        public bool Available { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
