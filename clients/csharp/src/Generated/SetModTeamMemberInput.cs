using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SetModTeamMemberInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SetModTeamMemberInput
    {
        /// <summary><c>role</c></summary>
        [JsonProperty("role")]
        public TeamRoleInput Role { get; set; }
    }
}
