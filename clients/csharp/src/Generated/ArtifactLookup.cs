using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ArtifactLookup of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ArtifactLookup
    {
        /// <summary>In the order of the request. Hashes without a published file are omitted.</summary>
        [JsonProperty("hashes")]
        public List<HashMatches> Hashes { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
