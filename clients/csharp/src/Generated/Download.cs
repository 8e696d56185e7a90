using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Download of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Download
    {
        /// <summary><c>mod</c></summary>
        [JsonProperty("mod")]
        public Mod Mod { get; set; }

        /// <summary>The version that the file belongs to.</summary>
        [JsonProperty("version")]
        public ModVersion Version { get; set; }

        /// <summary><c>artifact</c></summary>
        [JsonProperty("artifact")]
        public ModArtifact Artifact { get; set; }

        /// <summary>Always `service`.</summary>
        [JsonProperty("distribution")]
        public string Distribution { get; set; }

        /// <summary>The address of this installation.</summary>
        [JsonProperty("website_url")]
        public string WebsiteUrl { get; set; }

        /// <summary>The page of the mod.</summary>
        [JsonProperty("mod_url")]
        public string ModUrl { get; set; }

        /// <summary>The mod in the API.</summary>
        [JsonProperty("api_url")]
        public string ApiUrl { get; set; }

        /// <summary>The download from the provider. Only for a file that a provider hosts; it then replaces the job, the grant and the signed URLs.</summary>
        [JsonProperty("transport")]
        public DownloadTransport Transport { get; set; }

        /// <summary>A signed URL for GET. Do not store it. Only for a file that this service stores.</summary>
        [JsonProperty("primary_url")]
        public string PrimaryUrl { get; set; }

        /// <summary>A signed URL for HEAD. Do not store it. Only for a file that this service stores.</summary>
        [JsonProperty("head_url")]
        public string HeadUrl { get; set; }

        /// <summary>When the signed URLs expire. Only for a file that this service stores.</summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset? ExpiresAt { get; set; }

        /// <summary>The seconds until the signed URLs expire. Only for a file that this service stores.</summary>
        [JsonProperty("expires_in")]
        public int? ExpiresIn { get; set; }

        /// <summary>The seconds after which a download that continues should resolve again. Only for a file that this service stores.</summary>
        [JsonProperty("refresh_after_seconds")]
        public int? RefreshAfterSeconds { get; set; }

        /// <summary>The lasting download. Only for a file that this service stores.</summary>
        [JsonProperty("download_job")]
        public DownloadJob DownloadJob { get; set; }

        /// <summary>The id that the fallback endpoint needs. Only for a file that this service stores.</summary>
        [JsonProperty("download_session_id")]
        public string DownloadSessionId { get; set; }

        /// <summary>The right to this download. Only for a file that this service stores.</summary>
        [JsonProperty("download_grant")]
        public DownloadGrantInfo DownloadGrant { get; set; }

        /// <summary>How to continue the download. Only for a file that this service stores.</summary>
        [JsonProperty("resume")]
        public DownloadResume Resume { get; set; }

        /// <summary><c>representation</c></summary>
        [JsonProperty("representation")]
        public DownloadRepresentation Representation { get; set; }

        /// <summary>Whether to send a HEAD first to get the ETag. True exactly if the URLs lead to the mirror. Only for a file that this service stores.</summary>
        [JsonProperty("requires_head_before_range")]
        public bool? RequiresHeadBeforeRange { get; set; }

        /// <summary><c>fallback</c></summary>
        [JsonProperty("fallback")]
        public DownloadFallback Fallback { get; set; }

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
