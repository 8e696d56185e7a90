using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AgentConfirmation of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AgentConfirmation
    {
        /// <summary>Valid only for the same tool with exactly the same input.</summary>
        [JsonProperty("token")]
        public string Token { get; set; }

        /// <summary><c>expires_at</c></summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
