using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadRetry of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadRetry
    {
        /// <summary><c>retryable</c></summary>
        [JsonProperty("retryable")]
        public bool Retryable { get; set; }

        /// <summary>`resume`, `wait`, `wait_for_review`, `new_session` or `none`.</summary>
        [JsonProperty("strategy")]
        public string Strategy { get; set; }

        /// <summary><c>attempt</c></summary>
        [JsonProperty("attempt")]
        public int Attempt { get; set; }

        /// <summary><c>maxAttempts</c></summary>
        [JsonProperty("maxAttempts")]
        public int MaxAttempts { get; set; }

        /// <summary><c>nextAttemptAt</c></summary>
        [JsonProperty("nextAttemptAt")]
        public DateTimeOffset? NextAttemptAt { get; set; }

        /// <summary><c>retryAfterSeconds</c></summary>
        [JsonProperty("retryAfterSeconds")]
        public int? RetryAfterSeconds { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
