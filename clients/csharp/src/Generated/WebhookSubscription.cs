using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A webhook subscription, without its secret.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class WebhookSubscription
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>url</c></summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary><c>event_kinds</c></summary>
        [JsonProperty("event_kinds")]
        public List<string> EventKinds { get; set; }

        /// <summary>The note on the purpose of the subscription. Null without one.</summary>
        [JsonProperty("description")]
        public string Description { get; set; }

        /// <summary>A disabled subscription gets no deliveries.</summary>
        [JsonProperty("state")]
        public WebhookState State { get; set; }

        /// <summary>Why the subscription is disabled. Null while it is active, and if no reason was recorded.</summary>
        [JsonProperty("disabled_reason")]
        public WebhookEnd DisabledReason { get; set; }

        /// <summary>The mods whose events are delivered, if a credential limited to some mods created the subscription. Null means all mods that the owner may see.</summary>
        [JsonProperty("resource_grants")]
        public List<ResourceGrant> ResourceGrants { get; set; }

        /// <summary>The number of consecutive deliveries that failed. The fifth disables the subscription.</summary>
        [JsonProperty("exhausted_in_a_row")]
        public int ExhaustedInARow { get; set; }

        /// <summary>Until then, deliveries are also signed with the previous secret. Null if only the present one signs.</summary>
        [JsonProperty("previous_secret_until")]
        public DateTimeOffset? PreviousSecretUntil { get; set; }

        /// <summary><c>created_at</c></summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary><c>updated_at</c></summary>
        [JsonProperty("updated_at")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
