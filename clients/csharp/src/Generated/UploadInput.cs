using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadInput
    {
        /// <summary><c>archiveManifest</c></summary>
        [JsonProperty("archiveManifest", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<ArchiveManifestEntryInput>> ArchiveManifest { get; set; }

        /// <summary>At most 16 KiB.</summary>
        [JsonProperty("buildMetadata", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<JToken> BuildMetadata { get; set; }

        /// <summary>The media type of the file. If omitted, the extension of the filename decides.</summary>
        [JsonProperty("contentType", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> ContentType { get; set; }

        /// <summary><c>expectedHashes</c></summary>
        [JsonProperty("expectedHashes", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<ExpectedHashesInput> ExpectedHashes { get; set; }

        /// <summary>The same as `expectedHashes.sha256`. Send `expectedHashes.sha256`.</summary>
        [JsonProperty("expectedSha256", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> ExpectedSha256 { get; set; }

        /// <summary>`main` if omitted.</summary>
        [JsonProperty("fileKind", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<FileKindInput> FileKind { get; set; }

        /// <summary>The version string of an optional file; that of the mod version if omitted. A main file always has the version string of its mod version.</summary>
        [JsonProperty("fileVersion", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> FileVersion { get; set; }

        /// <summary><c>filename</c></summary>
        [JsonProperty("filename")]
        public string Filename { get; set; }

        /// <summary>The name of the file for people; the filename if omitted.</summary>
        [JsonProperty("label", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Label { get; set; }

        /// <summary><c>modId</c></summary>
        [JsonProperty("modId")]
        public string ModId { get; set; }

        /// <summary>The exact size of the file in bytes.</summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }

        /// <summary><c>versionId</c></summary>
        [JsonProperty("versionId")]
        public string VersionId { get; set; }
    }
}
