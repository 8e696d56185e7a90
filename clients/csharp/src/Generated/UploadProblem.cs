using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadProblem of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadProblem
    {
        /// <summary>The registered error code of the fault.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>The faulty member of the request, such as `expectedHashes.sha256`. Null if the fault is not in one member.</summary>
        [JsonProperty("field")]
        public string Field { get; set; }

        /// <summary>An explanation for people, in the language of the request. Branch on `code` instead.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
