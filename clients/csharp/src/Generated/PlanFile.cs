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

        /// <summary><c>file_version</c></summary>
        [JsonProperty("file_version")]
        public string FileVersion { get; set; }

        /// <summary><c>original_filename</c></summary>
        [JsonProperty("original_filename")]
        public string OriginalFilename { get; set; }

        /// <summary><c>size_bytes</c></summary>
        [JsonProperty("size_bytes")]
        public long SizeBytes { get; set; }

        /// <summary><c>sha256</c></summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary><c>resolve_endpoint</c></summary>
        [JsonProperty("resolve_endpoint")]
        public string ResolveEndpoint { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
