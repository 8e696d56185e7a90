using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadSessionStatus of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadSessionStatus
    {
        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public UploadProgress Progress { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
