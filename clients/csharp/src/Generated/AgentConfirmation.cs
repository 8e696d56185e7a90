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
        /// <summary>Works once, and only for the same user, application, tool and exactly the same input.</summary>
        [JsonProperty("token")]
        public string Token { get; set; }

        /// <summary>When the token expires: 5 minutes after the dry run.</summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
