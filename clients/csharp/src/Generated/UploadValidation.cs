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
        /// <summary>True if `problems` is empty. Creating the upload may still be refused later, for example with `rate_limited`, because quotas are not checked and nothing is reserved.</summary>
        [JsonProperty("valid")]
        public bool Valid { get; set; }

        /// <summary>The faults for which the creation of the upload would be refused now.</summary>
        [JsonProperty("problems")]
        public List<UploadProblem> Problems { get; set; }

        /// <summary>`single`: one PUT of the whole file. `multipart`: one PUT for each part.</summary>
        [JsonProperty("strategy")]
        public UploadStrategy Strategy { get; set; }

        /// <summary>The size in bytes of each part except the last one, which has the rest. Null for `single`.</summary>
        [JsonProperty("partSizeBytes")]
        public int? PartSizeBytes { get; set; }

        /// <summary>The number of parts; 1 for `single`.</summary>
        [JsonProperty("totalParts")]
        public int TotalParts { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
