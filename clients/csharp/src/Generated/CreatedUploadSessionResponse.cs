using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CreatedUploadSessionResponse of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CreatedUploadSessionResponse
    {
        /// <summary><c>data</c></summary>
        [JsonProperty("data")]
        public CreatedUploadSession Data { get; set; }

        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public UploadSessionStatus Status { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
