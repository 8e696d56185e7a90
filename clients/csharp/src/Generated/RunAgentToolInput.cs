using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>RunAgentToolInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class RunAgentToolInput
    {
        /// <summary>The token from the dry run of a tool that writes, with exactly the same input.</summary>
        [JsonProperty("confirmation_token", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> ConfirmationToken { get; set; }

        /// <summary>The input, following the input schema of the tool.</summary>
        [JsonProperty("input")]
        public JToken Input { get; set; }

        /// <summary>The name of a tool.</summary>
        [JsonProperty("tool")]
        public ToolInput Tool { get; set; }
    }
}
