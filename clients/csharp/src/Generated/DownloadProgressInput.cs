using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadProgressInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadProgressInput
    {
        /// <summary><c>bytes_received</c></summary>
        [JsonProperty("bytes_received")]
        public long BytesReceived { get; set; }

        /// <summary><c>provider</c></summary>
        [JsonProperty("provider", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Provider { get; set; }
    }
}
