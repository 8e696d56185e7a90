using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The delivery of one event to one subscription.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class WebhookDelivery
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>subscription_id</c></summary>
        [JsonProperty("subscription_id")]
        public string SubscriptionId { get; set; }

        /// <summary>The event, the same in all its deliveries and redeliveries.</summary>
        [JsonProperty("event_id")]
        public string EventId { get; set; }

        /// <summary>The kind of the event, such as `version.published`.</summary>
        [JsonProperty("event_kind")]
        public string EventKind { get; set; }

        /// <summary>The id of the entity that the event is about, as `subject.id` in the body.</summary>
        [JsonProperty("subject_id")]
        public string SubjectId { get; set; }

        /// <summary>The original delivery. Null unless this one repeats another.</summary>
        [JsonProperty("redelivery_of")]
        public string RedeliveryOf { get; set; }

        /// <summary><c>delivery_status</c></summary>
        [JsonProperty("delivery_status")]
        public DeliveryState DeliveryStatus { get; set; }

        /// <summary>The number of attempts until now.</summary>
        [JsonProperty("attempt_count")]
        public int AttemptCount { get; set; }

        /// <summary>The time of the next attempt. During an attempt, when it counts as lost. Null after the end.</summary>
        [JsonProperty("next_attempt_at")]
        public DateTimeOffset? NextAttemptAt { get; set; }

        /// <summary>The status of the last response. Null before the first attempt, and if there was no response.</summary>
        [JsonProperty("last_response_status")]
        public int? LastResponseStatus { get; set; }

        /// <summary>The failure of the last attempt. Null before the first one, and after a success.</summary>
        [JsonProperty("last_failure")]
        public DeliveryFailure LastFailure { get; set; }

        /// <summary>The duration of the last attempt in milliseconds. Null before the first one.</summary>
        [JsonProperty("latency_ms")]
        public int? LatencyMs { get; set; }

        /// <summary>The beginning of the last response, without control characters and markup. Null without a response or a body.</summary>
        [JsonProperty("response_snippet")]
        public string ResponseSnippet { get; set; }

        /// <summary><c>retry</c></summary>
        [JsonProperty("retry")]
        public DeliveryRetry Retry { get; set; }

        /// <summary><c>links</c></summary>
        [JsonProperty("links")]
        public DeliveryLinks Links { get; set; }

        /// <summary>When the change that caused the event was made.</summary>
        [JsonProperty("occurred_at")]
        public DateTimeOffset OccurredAt { get; set; }

        /// <summary>When the delivery was queued.</summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary>When the delivery last changed, for example by an attempt.</summary>
        [JsonProperty("updated_at")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
