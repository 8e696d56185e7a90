using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>One run of a tool. A tool that only reads returns its output at once. A tool that writes needs two runs with the same input: a dry run without a confirmation token, which returns the effects and a token, and a run with this token, which writes.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class RunAgentToolInput
    {
        /// <summary>The token of the dry run whose effects this run may cause. It works once, before it expires, for the same user, application, tool and input. Without it, a tool that writes only makes a dry run. A tool that only reads refuses it.</summary>
        [JsonProperty("confirmation_token", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> ConfirmationToken { get; set; }

        /// <summary>The arguments of the tool. They must match the input schema of the tool, which the list of tools shows.</summary>
        [JsonProperty("input")]
        public JToken Input { get; set; }

        /// <summary>The name of a tool in the list of tools.</summary>
        [JsonProperty("tool")]
        public ToolInput Tool { get; set; }
    }
}
