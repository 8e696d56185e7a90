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
        /// <summary>The page of the mod.</summary>
        [JsonProperty("web")]
        public string Web { get; set; }

        /// <summary>The mod in the API.</summary>
        [JsonProperty("api")]
        public string Api { get; set; }

        /// <summary>The versions of the mod in the API.</summary>
        [JsonProperty("versions")]
        public string Versions { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
