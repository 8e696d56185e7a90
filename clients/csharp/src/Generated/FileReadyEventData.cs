using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>FileReadyEventData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class FileReadyEventData
    {
        /// <summary>The mod.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The version.</summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>The file.</summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>The upload of the file, unless the file is external.</summary>
        [JsonProperty("upload_id")]
        public string UploadId { get; set; }

        /// <summary>The external reference of the file, if the file is external.</summary>
        [JsonProperty("reference_id")]
        public string ReferenceId { get; set; }

        /// <summary>The SHA-256 of all bytes, in hex.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary>The size in bytes.</summary>
        [JsonProperty("size_bytes")]
        public long? SizeBytes { get; set; }

        /// <summary>The files of the version that this one replaced.</summary>
        [JsonProperty("superseded_artifact_ids")]
        public List<string> SupersededArtifactIds { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
