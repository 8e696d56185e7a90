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
        /// <summary>The name of the member or parameter, as sent.</summary>
        [JsonProperty("field")]
        public string Field { get; set; }

        /// <summary>A stable code of the fault. Expect unknown codes.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>An explanation for people.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
