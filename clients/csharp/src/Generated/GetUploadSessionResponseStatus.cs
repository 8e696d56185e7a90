using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>GetUploadSessionResponseStatus of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class GetUploadSessionResponseStatus
    {
        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public UploadProgressFields Progress { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
