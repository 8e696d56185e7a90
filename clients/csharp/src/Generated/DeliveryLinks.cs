using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DeliveryLinks of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DeliveryLinks
    {
        /// <summary>The API address of the entity that the event is about, for its present state. Null if the API has no address for it.</summary>
        [JsonProperty("subject")]
        public string Subject { get; set; }

        /// <summary>Send POST to this address to repeat the delivery.</summary>
        [JsonProperty("redeliver")]
        public string Redeliver { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
