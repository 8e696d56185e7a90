using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SignedParts of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SignedParts
    {
        /// <summary><c>upload_id</c></summary>
        [JsonProperty("upload_id")]
        public string UploadId { get; set; }

        /// <summary>The requested parts with new signed addresses.</summary>
        [JsonProperty("parts")]
        public List<SignedPart> Parts { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
