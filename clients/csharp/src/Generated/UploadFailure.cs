using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadFailure of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadFailure
    {
        /// <summary>The registered error code. Without one, the state.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>`upload_interrupted`: send the missing bytes, or abort. `validation_failed`: the bytes differ from the declaration, or are not acceptable. `scan_failed`: the scan refused the bytes, or did not finish.</summary>
        [JsonProperty("state")]
        public string State { get; set; }

        /// <summary>Whether another attempt with the same upload may succeed.</summary>
        [JsonProperty("retryable")]
        public bool Retryable { get; set; }

        /// <summary>An explanation for people, in English. Null without one.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
