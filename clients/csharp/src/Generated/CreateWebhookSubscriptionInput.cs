using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CreateWebhookSubscriptionInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CreateWebhookSubscriptionInput
    {
        /// <summary>A note on the purpose of the subscription, for its owner.</summary>
        [JsonProperty("description", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Description { get; set; }

        /// <summary>The kinds of events to deliver, at least one.</summary>
        [JsonProperty("event_kinds")]
        public List<EventKindInput> EventKinds { get; set; }

        /// <summary>A public `https` URL on port 443, without a user name and without a fragment.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }
    }
}
