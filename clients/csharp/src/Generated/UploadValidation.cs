using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadValidation of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadValidation
    {
        /// <summary><c>valid</c></summary>
        [JsonProperty("valid")]
        public bool Valid { get; set; }

        /// <summary><c>problems</c></summary>
        [JsonProperty("problems")]
        public List<UploadProblem> Problems { get; set; }

        /// <summary><c>strategy</c></summary>
        [JsonProperty("strategy")]
        public UploadStrategy Strategy { get; set; }

        /// <summary><c>partSizeBytes</c></summary>
        [JsonProperty("partSizeBytes")]
        public int? PartSizeBytes { get; set; }

        /// <summary><c>totalParts</c></summary>
        [JsonProperty("totalParts")]
        public int TotalParts { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
