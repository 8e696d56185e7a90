using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A file was rejected, or its bytes were found unsafe or corrupt later. New members may be added.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class FileFailedEvent
    {
        /// <summary>The version of this envelope.</summary>
        [JsonProperty("spec_version")]
        public string SpecVersion { get; set; }

        /// <summary>The id of the event, equal in all its deliveries.</summary>
        [JsonProperty("event_id")]
        public string EventId { get; set; }

        /// <summary>The id of the delivery.</summary>
        [JsonProperty("delivery_id")]
        public string DeliveryId { get; set; }

        /// <summary>The kind of the event.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }

        /// <summary>The version of the format of `data`.</summary>
        [JsonProperty("version")]
        public int Version { get; set; }

        /// <summary>When the change that caused the event was made, in UTC; the same at each attempt. Deliveries may arrive in another order.</summary>
        [JsonProperty("occurred_at")]
        public DateTimeOffset OccurredAt { get; set; }

        /// <summary>The entity that the event is about. Read it for its present state.</summary>
        [JsonProperty("subject")]
        public ArtifactSubject Subject { get; set; }

        /// <summary>The facts of the event: ids, states and codes, no secrets.</summary>
        [JsonProperty("data")]
        public FileFailedEventData Data { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
