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
        /// <summary><c>uploadedBytes</c></summary>
        [JsonProperty("uploadedBytes")]
        public long UploadedBytes { get; set; }

        /// <summary><c>percent</c></summary>
        [JsonProperty("percent")]
        public int Percent { get; set; }

        /// <summary><c>totalParts</c></summary>
        [JsonProperty("totalParts")]
        public int TotalParts { get; set; }

        /// <summary><c>completedParts</c></summary>
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
