using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ExternalArtifactInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ExternalArtifactInput
    {
        /// <summary><c>content_type</c></summary>
        [JsonProperty("content_type")]
        public string ContentType { get; set; }

        /// <summary><c>evidence</c></summary>
        [JsonProperty("evidence", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<ReferenceEvidenceInput> Evidence { get; set; }

        /// <summary>The SHA-256 is required. Files of Modrinth also need the SHA-512 and the SHA-1.</summary>
        [JsonProperty("expected_hashes")]
        public ExpectedHashesInput ExpectedHashes { get; set; }

        /// <summary>The exact size of the file in bytes.</summary>
        [JsonProperty("expected_size_bytes")]
        public long ExpectedSizeBytes { get; set; }

        /// <summary>`main` if omitted.</summary>
        [JsonProperty("file_kind", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<FileKindInput> FileKind { get; set; }

        /// <summary><c>filename</c></summary>
        [JsonProperty("filename")]
        public string Filename { get; set; }

        /// <summary>The name of the file for people; the filename if omitted.</summary>
        [JsonProperty("label", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Label { get; set; }

        /// <summary><c>locator</c></summary>
        [JsonProperty("locator")]
        public ProviderLocatorInput Locator { get; set; }

        /// <summary><c>provenance</c></summary>
        [JsonProperty("provenance")]
        public ReferenceProvenanceInput Provenance { get; set; }
    }
}
