using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A tool for agents.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AgentTool
    {
        /// <summary>The name by which a run selects the tool.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }

        /// <summary>The purpose of the tool, written for agents.</summary>
        [JsonProperty("description")]
        public string Description { get; set; }

        /// <summary>JSON Schema 2020-12.</summary>
        [JsonProperty("input_schema")]
        public JToken InputSchema { get; set; }

        /// <summary>JSON Schema 2020-12.</summary>
        [JsonProperty("output_schema")]
        public JToken OutputSchema { get; set; }

        /// <summary>Whether the tool writes. Such a tool first returns its effects, and writes after a confirmation.</summary>
        [JsonProperty("writes")]
        public bool Writes { get; set; }

        /// <summary>The scope that a credential needs to run the tool.</summary>
        [JsonProperty("scope")]
        public string Scope { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
