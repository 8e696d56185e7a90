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
        /// <summary>True for `resume` and `wait`.</summary>
        [JsonProperty("retryable")]
        public bool Retryable { get; set; }

        /// <summary>`resume`: send the missing bytes. `wait`: the checks are running, read the upload again later. `wait_for_review`: a moderator decides. `new_session`: this upload has ended, create another one. `none`: there is nothing to do.</summary>
        [JsonProperty("strategy")]
        public string Strategy { get; set; }

        /// <summary>The number of attempts of the job until now. 0 without a job.</summary>
        [JsonProperty("attempt")]
        public int Attempt { get; set; }

        /// <summary>The number of attempts after which the job ends. 0 without a job.</summary>
        [JsonProperty("maxAttempts")]
        public int MaxAttempts { get; set; }

        /// <summary>When the job begins its next attempt. Null unless it waits for one.</summary>
        [JsonProperty("nextAttemptAt")]
        public DateTimeOffset? NextAttemptAt { get; set; }

        /// <summary>The seconds after which to read the upload again. Null unless `strategy` is `wait`.</summary>
        [JsonProperty("retryAfterSeconds")]
        public int? RetryAfterSeconds { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
