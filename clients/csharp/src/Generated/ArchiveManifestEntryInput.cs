using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ArchiveManifestEntryInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ArchiveManifestEntryInput
    {
        /// <summary><c>path</c></summary>
        [JsonProperty("path")]
        public string Path { get; set; }

        /// <summary><c>sha256</c></summary>
        [JsonProperty("sha256", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Sha256 { get; set; }

        /// <summary><c>sizeBytes</c></summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }
    }
}
