using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ReferenceProvenanceInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ReferenceProvenanceInput
    {
        /// <summary><c>imported_at</c></summary>
        [JsonProperty("imported_at", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DateTimeOffset?> ImportedAt { get; set; }

        /// <summary>The program or person that imports the file.</summary>
        [JsonProperty("importer")]
        public string Importer { get; set; }

        /// <summary><c>note</c></summary>
        [JsonProperty("note", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Note { get; set; }
    }
}
