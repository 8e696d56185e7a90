using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The result of a tool run.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AgentToolRun
    {
        /// <summary>True if nothing has been written yet.</summary>
        [JsonProperty("dry_run")]
        public bool DryRun { get; set; }

        /// <summary>Follows the output schema of the tool. Not set for a dry run.</summary>
        [JsonProperty("output")]
        public JToken Output { get; set; }

        /// <summary>Set only for a tool that writes: the effects, planned in a dry run, done otherwise.</summary>
        [JsonProperty("effects")]
        public List<AgentEffect> Effects { get; set; }

        /// <summary>Set only for a dry run.</summary>
        [JsonProperty("confirmation")]
        public AgentConfirmation Confirmation { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
