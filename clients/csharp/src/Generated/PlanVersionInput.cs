using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>PlanVersionInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class PlanVersionInput
    {
        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary><c>version_id</c></summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }
    }
}
