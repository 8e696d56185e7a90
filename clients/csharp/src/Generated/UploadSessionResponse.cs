using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadSessionResponse of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadSessionResponse
    {
        /// <summary><c>data</c></summary>
        [JsonProperty("data")]
        public UploadSession Data { get; set; }

        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public UploadSessionStatus Status { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
