using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The upload of one file.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CreatedUploadSession
    {
        /// <summary><c>upload_id</c></summary>
        [JsonProperty("upload_id")]
        public string UploadId { get; set; }

        /// <summary><c>sessionId</c></summary>
        [JsonProperty("sessionId")]
        public string SessionId { get; set; }

        /// <summary><c>lifecycleStatus</c></summary>
        [JsonProperty("lifecycleStatus")]
        public UploadState LifecycleStatus { get; set; }

        /// <summary>The state in the terms of old clients. Read `lifecycleStatus`.</summary>
        [JsonProperty("status")]
        public string Status { get; set; }

        /// <summary>`single`: one PUT of the whole file. `multipart`: one PUT for each part.</summary>
        [JsonProperty("strategy")]
        public UploadStrategy Strategy { get; set; }

        /// <summary>The declared size of the file in bytes.</summary>
        [JsonProperty("sizeBytes")]
        public long SizeBytes { get; set; }

        /// <summary><c>filename</c></summary>
        [JsonProperty("filename")]
        public string Filename { get; set; }

        /// <summary><c>modId</c></summary>
        [JsonProperty("modId")]
        public string ModId { get; set; }

        /// <summary><c>versionId</c></summary>
        [JsonProperty("versionId")]
        public string VersionId { get; set; }

        /// <summary>The file that the upload creates.</summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public UploadProgress Progress { get; set; }

        /// <summary>The job that checks the file. Null before the completion.</summary>
        [JsonProperty("job")]
        public UploadJob Job { get; set; }

        /// <summary><c>retry</c></summary>
        [JsonProperty("retry")]
        public UploadRetry Retry { get; set; }

        /// <summary><c>review</c></summary>
        [JsonProperty("review")]
        public UploadReview Review { get; set; }

        /// <summary>Why the upload failed or stopped, or why its file was found unsafe later. Null otherwise.</summary>
        [JsonProperty("failure")]
        public UploadFailure Failure { get; set; }

        /// <summary>Findings of the scan: the entry, why it matters and how to fix it.</summary>
        [JsonProperty("findings")]
        public List<UploadFinding> Findings { get; set; }

        /// <summary>The newer upload of the same file that replaced this one. Null if none did.</summary>
        [JsonProperty("supersededBy")]
        public string SupersededBy { get; set; }

        /// <summary>When the upload expires unless it is completed or new addresses are signed.</summary>
        [JsonProperty("expiresAt")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>An id for support requests. It is not a secret and grants no access.</summary>
        [JsonProperty("supportCorrelationId")]
        public string SupportCorrelationId { get; set; }

        /// <summary>New signed addresses. Set only in responses that sign some.</summary>
        [JsonProperty("upload")]
        public UploadInstruction Upload { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
