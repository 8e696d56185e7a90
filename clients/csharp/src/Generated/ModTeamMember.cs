using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ModTeamMember of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModTeamMember
    {
        /// <summary><c>user</c></summary>
        [JsonProperty("user")]
        public TeamUser User { get; set; }

        /// <summary><c>role</c></summary>
        [JsonProperty("role")]
        public TeamRole Role { get; set; }

        /// <summary>The permissions of the role. New ones may be added.</summary>
        [JsonProperty("permissions")]
        public List<string> Permissions { get; set; }

        /// <summary>When the member joined. A change of role does not change it.</summary>
        [JsonProperty("since")]
        public DateTimeOffset Since { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
