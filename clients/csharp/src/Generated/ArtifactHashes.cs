using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ArtifactHashes of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ArtifactHashes
    {
        /// <summary>Lower-case hex.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
