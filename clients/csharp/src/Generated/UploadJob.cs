using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadJob of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadJob
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>The address of the job's state, with the API prefix.</summary>
        [JsonProperty("statusEndpoint")]
        public string StatusEndpoint { get; set; }

        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public JobState Status { get; set; }

        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public JobProgress Progress { get; set; }

        /// <summary>The number of attempts until now.</summary>
        [JsonProperty("attempts")]
        public int Attempts { get; set; }

        /// <summary>The number of attempts after which the job ends.</summary>
        [JsonProperty("maxAttempts")]
        public int MaxAttempts { get; set; }

        /// <summary><c>createdAt</c></summary>
        [JsonProperty("createdAt")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary><c>updatedAt</c></summary>
        [JsonProperty("updatedAt")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>When the first attempt began. Null before.</summary>
        [JsonProperty("startedAt")]
        public DateTimeOffset? StartedAt { get; set; }

        /// <summary>When the job ended. Null before.</summary>
        [JsonProperty("completedAt")]
        public DateTimeOffset? CompletedAt { get; set; }

        /// <summary>When the next attempt begins. Null unless the job waits for one after a failure.</summary>
        [JsonProperty("nextAttemptAt")]
        public DateTimeOffset? NextAttemptAt { get; set; }

        /// <summary>A stable error code if the job failed, the file was rejected or the upload went to review; otherwise null.</summary>
        [JsonProperty("terminalReason")]
        public string TerminalReason { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
