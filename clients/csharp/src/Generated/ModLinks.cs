using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ModLinks of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModLinks
    {
        /// <summary><c>web</c></summary>
        [JsonProperty("web")]
        public string Web { get; set; }

        /// <summary><c>api</c></summary>
        [JsonProperty("api")]
        public string Api { get; set; }

        /// <summary><c>versions</c></summary>
        [JsonProperty("versions")]
        public string Versions { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
