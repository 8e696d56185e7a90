using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AgentEffect of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AgentEffect
    {
        /// <summary>A stable code of the change.</summary>
        [JsonProperty("action")]
        public string Action { get; set; }

        /// <summary>Written by the service; contains no text from users.</summary>
        [JsonProperty("summary")]
        public string Summary { get; set; }

        /// <summary>The changed object.</summary>
        [JsonProperty("target")]
        public AgentEffectTarget Target { get; set; }

        /// <summary>One entry for each changed member: `field`, `from` and `to`. Null stands for no value.</summary>
        [JsonProperty("changes")]
        public List<JToken> Changes { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
