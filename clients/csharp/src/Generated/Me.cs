using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Me of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Me
    {
        /// <summary><c>user</c></summary>
        [JsonProperty("user")]
        public MeUser User { get; set; }

        /// <summary><c>credential</c></summary>
        [JsonProperty("credential")]
        public MeCredential Credential { get; set; }

        /// <summary>Increases each time the access rights of the account change.</summary>
        [JsonProperty("access_revision")]
        public int AccessRevision { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
