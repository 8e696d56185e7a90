using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UpdateWebhookSubscriptionInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UpdateWebhookSubscriptionInput
    {
        /// <summary>Null clears it.</summary>
        [JsonProperty("description", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Description { get; set; }

        /// <summary>False stops deliveries and cancels waiting ones. True delivers new events from now on and resets the count of failed deliveries.</summary>
        [JsonProperty("enabled", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<bool> Enabled { get; set; }

        /// <summary>Replaces all previous kinds.</summary>
        [JsonProperty("event_kinds", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<EventKindInput>> EventKinds { get; set; }

        /// <summary>Checked as for a new subscription. Waiting deliveries go to the new URL.</summary>
        [JsonProperty("url", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Url { get; set; }
    }
}
