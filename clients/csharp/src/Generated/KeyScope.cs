using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>KeyScope of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class KeyScope
    {
        /// <summary><c>name</c></summary>
        [JsonProperty("name")]
        public string Name { get; set; }

        /// <summary>`sensitive` scopes need a recent second factor.</summary>
        [JsonProperty("kind")]
        public ScopeKind Kind { get; set; }

        /// <summary>A text about the scope, in the language of the caller.</summary>
        [JsonProperty("description")]
        public string Description { get; set; }

        /// <summary>Whether this credential can create a key with the scope.</summary>
        [JsonProperty("grantable")]
        public bool Grantable { get; set; }

        /// <summary>Whether a second factor must have been confirmed within the last 15 minutes.</summary>
        [JsonProperty("step_up_required")]
        public bool StepUpRequired { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
