using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The fault of one member or parameter.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ProblemField
    {
        /// <summary><c>field</c></summary>
        [JsonProperty("field")]
        public string Field { get; set; }

        /// <summary><c>code</c></summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary><c>detail</c></summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
