using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DeliveryRetry of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DeliveryRetry
    {
        /// <summary>Whether the service may try again on its own.</summary>
        [JsonProperty("retryable")]
        public bool Retryable { get; set; }

        /// <summary>The number of attempts until now.</summary>
        [JsonProperty("attempt")]
        public int Attempt { get; set; }

        /// <summary>The number of attempts after which the delivery ends.</summary>
        [JsonProperty("max_attempts")]
        public int MaxAttempts { get; set; }

        /// <summary>When the next attempt begins, or when a running one counts as lost. Null after the end.</summary>
        [JsonProperty("next_attempt_at")]
        public DateTimeOffset? NextAttemptAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
