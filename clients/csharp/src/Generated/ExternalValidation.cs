using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ExternalValidation of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ExternalValidation
    {
        /// <summary><c>validation_job_id</c></summary>
        [JsonProperty("validation_job_id")]
        public string ValidationJobId { get; set; }

        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary><c>reference_id</c></summary>
        [JsonProperty("reference_id")]
        public string ReferenceId { get; set; }

        /// <summary><c>state</c></summary>
        [JsonProperty("state")]
        public ValidationState State { get; set; }

        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public ValidationProgress Progress { get; set; }

        /// <summary>The number of attempts until now.</summary>
        [JsonProperty("attempts")]
        public int Attempts { get; set; }

        /// <summary>The number of attempts after which the validation fails.</summary>
        [JsonProperty("max_attempts")]
        public int MaxAttempts { get; set; }

        /// <summary>When the next attempt begins. Null before the first one and after the end.</summary>
        [JsonProperty("next_attempt_at")]
        public DateTimeOffset? NextAttemptAt { get; set; }

        /// <summary>An error code if the file was rejected or the validation failed; otherwise null.</summary>
        [JsonProperty("terminal_reason")]
        public string TerminalReason { get; set; }

        /// <summary><c>created_at</c></summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary><c>updated_at</c></summary>
        [JsonProperty("updated_at")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>When the validation ended. Null before.</summary>
        [JsonProperty("completed_at")]
        public DateTimeOffset? CompletedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
