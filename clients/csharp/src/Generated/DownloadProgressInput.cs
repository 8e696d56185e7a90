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
        /// <summary>The number of bytes that the client has stored, not lower than reported before.</summary>
        [JsonProperty("bytes_received")]
        public long BytesReceived { get; set; }

        /// <summary>Accepted and ignored.</summary>
        [JsonProperty("provider", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Provider { get; set; }
    }
}
