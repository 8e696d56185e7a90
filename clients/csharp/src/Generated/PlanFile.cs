using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanFile of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanFile
    {
        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>The version string of the file, always set. An optional file may have its own.</summary>
        [JsonProperty("file_version")]
        public string FileVersion { get; set; }

        /// <summary>The name of the file as uploaded; null if it has none.</summary>
        [JsonProperty("original_filename")]
        public string OriginalFilename { get; set; }

        /// <summary>The size of the whole file in bytes.</summary>
        [JsonProperty("size_bytes")]
        public long SizeBytes { get; set; }

        /// <summary>Of the whole file, in lower-case hex.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary>Send POST to this path to start the download. Relative to the API base.</summary>
        [JsonProperty("resolve_endpoint")]
        public string ResolveEndpoint { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
