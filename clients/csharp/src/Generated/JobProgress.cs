using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>JobProgress of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class JobProgress
    {
        /// <summary>0 until the job has ended, then 1.</summary>
        [JsonProperty("completed")]
        public int Completed { get; set; }

        /// <summary>Always 1.</summary>
        [JsonProperty("total")]
        public int Total { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
