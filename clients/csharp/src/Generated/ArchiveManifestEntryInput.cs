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
        /// <summary>The path of the entry in the archive.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }

        /// <summary>Of the unpacked entry, in hex. Optional.</summary>
        [JsonProperty("sha256", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Sha256 { get; set; }

        /// <summary>The size of the unpacked entry in bytes.</summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }
    }
}
