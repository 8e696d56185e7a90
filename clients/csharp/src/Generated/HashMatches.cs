using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>HashMatches of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class HashMatches
    {
        /// <summary>As sent in the request.</summary>
        [JsonProperty("hash")]
        public string Hash { get; set; }

        /// <summary><c>algorithm</c></summary>
        [JsonProperty("algorithm")]
        public DigestAlgorithm Algorithm { get; set; }

        /// <summary>Between 1 and 5 files, the earliest published first.</summary>
        [JsonProperty("matches")]
        public List<ArtifactMatch> Matches { get; set; }

        /// <summary>Whether more files have the same bytes.</summary>
        [JsonProperty("has_more")]
        public bool HasMore { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
