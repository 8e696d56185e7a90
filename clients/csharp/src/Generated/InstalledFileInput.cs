using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Exactly one of the two members.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class InstalledFileInput
    {
        /// <summary>The id of the installed file.</summary>
        [JsonProperty("artifact_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> ArtifactId { get; set; }

        /// <summary>SHA-256, SHA-512 or SHA-1 of the whole file, in hex. The length decides which.</summary>
        [JsonProperty("hash", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Hash { get; set; }
    }
}
