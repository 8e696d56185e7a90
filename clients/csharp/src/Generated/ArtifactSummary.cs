using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ArtifactSummary of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ArtifactSummary
    {
        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary><c>mod</c></summary>
        [JsonProperty("mod")]
        public ModRef Mod { get; set; }

        /// <summary><c>version</c></summary>
        [JsonProperty("version")]
        public ArtifactVersionRef Version { get; set; }

        /// <summary><c>artifact</c></summary>
        [JsonProperty("artifact")]
        public ModArtifact Artifact { get; set; }

        /// <summary>The size of the whole file in bytes.</summary>
        [JsonProperty("size_bytes")]
        public long SizeBytes { get; set; }

        /// <summary>Read `hashes.sha256`.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary><c>hashes</c></summary>
        [JsonProperty("hashes")]
        public ArtifactHashes Hashes { get; set; }

        /// <summary><c>links</c></summary>
        [JsonProperty("links")]
        public ModLinks Links { get; set; }

        /// <summary><c>download</c></summary>
        [JsonProperty("download")]
        public DownloadMetadata Download { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
