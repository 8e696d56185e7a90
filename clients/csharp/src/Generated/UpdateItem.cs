using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UpdateItem of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UpdateItem
    {
        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public UpdateStatus Status { get; set; }

        /// <summary>Null if the file is unknown.</summary>
        [JsonProperty("installed")]
        public InstalledFile Installed { get; set; }

        /// <summary>The file that a plan for this mod alone would install, even if it is not newer. Null for `no_compatible_file` and `unknown`.</summary>
        [JsonProperty("latest")]
        public LatestFile Latest { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
