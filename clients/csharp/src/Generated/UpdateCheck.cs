using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UpdateCheck of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UpdateCheck
    {
        /// <summary>One for each item of the request, in the same order.</summary>
        [JsonProperty("items")]
        public List<UpdateItem> Items { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
