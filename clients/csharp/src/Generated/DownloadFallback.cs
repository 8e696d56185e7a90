using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadFallback of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadFallback
    {
        /// <summary><c>available</c></summary>
        [JsonProperty("available")]
        public bool Available { get; set; }

        /// <summary><c>endpoint</c></summary>
        [JsonProperty("endpoint")]
        public string Endpoint { get; set; }

        /// <summary><c>url</c></summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
