using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A file of a version.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModArtifact
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary><c>version_id</c></summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary><c>file_kind</c></summary>
        [JsonProperty("file_kind")]
        public FileKind FileKind { get; set; }

        /// <summary>`primary` for the main file of the version, else `optional`.</summary>
        [JsonProperty("role")]
        public string Role { get; set; }

        /// <summary>The file category of the version.</summary>
        [JsonProperty("category")]
        public string Category { get; set; }

        /// <summary>The version string of the file. An optional file may have its own.</summary>
        [JsonProperty("file_version")]
        public string FileVersion { get; set; }

        /// <summary>The name of the file for people. It distinguishes optional files.</summary>
        [JsonProperty("label")]
        public string Label { get; set; }

        /// <summary>The name of the file as uploaded; null if it has none.</summary>
        [JsonProperty("original_filename")]
        public string OriginalFilename { get; set; }

        /// <summary>The media type of the file.</summary>
        [JsonProperty("content_type")]
        public string ContentType { get; set; }

        /// <summary>For display: the first game version of the version. Null if it names none.</summary>
        [JsonProperty("game_version_key")]
        public string GameVersionKey { get; set; }

        /// <summary>For display: the first mod loader of the version. Null if it names none.</summary>
        [JsonProperty("loader_key")]
        public string LoaderKey { get; set; }

        /// <summary>For display: the platform of the version. Null unless it names exactly one.</summary>
        [JsonProperty("platform")]
        public string Platform { get; set; }

        /// <summary>The size of the whole file in bytes.</summary>
        [JsonProperty("size_bytes")]
        public long SizeBytes { get; set; }

        /// <summary>The same as `hashes.sha256`. Read `hashes.sha256`.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary><c>hashes</c></summary>
        [JsonProperty("hashes")]
        public ArtifactHashes Hashes { get; set; }

        /// <summary>Whether this service or an external provider hosts the file.</summary>
        [JsonProperty("artifact_source")]
        public ArtifactSource ArtifactSource { get; set; }

        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public ArtifactState Status { get; set; }

        /// <summary>The state of the antivirus scan.</summary>
        [JsonProperty("scan_status")]
        public ScanStatus ScanStatus { get; set; }

        /// <summary><c>download_metadata</c></summary>
        [JsonProperty("download_metadata")]
        public DownloadMetadata DownloadMetadata { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
