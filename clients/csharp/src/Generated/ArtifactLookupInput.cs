using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ArtifactLookupInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ArtifactLookupInput
    {
        /// <summary>The algorithm of all hashes. If omitted, the length of each hash decides.</summary>
        [JsonProperty("algorithm", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DigestAlgorithmInput> Algorithm { get; set; }

        /// <summary>SHA-256, SHA-512 or SHA-1 of the whole file, in upper-case or lower-case hex. A repeated hash gets a repeated result.</summary>
        [JsonProperty("hashes")]
        public List<string> Hashes { get; set; }
    }
}
