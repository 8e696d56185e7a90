using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>FallbackDownload of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class FallbackDownload
    {
        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>A signed URL for GET. Do not store it.</summary>
        [JsonProperty("fallback_url")]
        public string FallbackUrl { get; set; }

        /// <summary>A signed URL for HEAD. Do not store it.</summary>
        [JsonProperty("head_url")]
        public string HeadUrl { get; set; }

        /// <summary>When the signed addresses expire.</summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>The seconds until the signed addresses expire.</summary>
        [JsonProperty("expires_in")]
        public int ExpiresIn { get; set; }

        /// <summary><c>download_job</c></summary>
        [JsonProperty("download_job")]
        public FallbackJob DownloadJob { get; set; }

        /// <summary>The id of the download session, the same as in the resolve response.</summary>
        [JsonProperty("download_session_id")]
        public string DownloadSessionId { get; set; }

        /// <summary><c>download_grant</c></summary>
        [JsonProperty("download_grant")]
        public DownloadGrantInfo DownloadGrant { get; set; }

        /// <summary><c>resume</c></summary>
        [JsonProperty("resume")]
        public DownloadResume Resume { get; set; }

        /// <summary><c>representation</c></summary>
        [JsonProperty("representation")]
        public DownloadRepresentation Representation { get; set; }

        /// <summary>Whether to send a HEAD first. Range requests have to use the ETag that it returns.</summary>
        [JsonProperty("requires_head_before_range")]
        public bool RequiresHeadBeforeRange { get; set; }

        /// <summary><c>capabilities</c></summary>
        [JsonProperty("capabilities")]
        public DownloadCapabilities Capabilities { get; set; }

        /// <summary>The size of the whole file in bytes.</summary>
        [JsonProperty("size_bytes")]
        public long SizeBytes { get; set; }

        /// <summary>Read `hashes.sha256`.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary>The digests of the whole file. Compare them after the last byte.</summary>
        [JsonProperty("hashes")]
        public ArtifactHashes Hashes { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
