using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ResolveDownloadFallbackInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ResolveDownloadFallbackInput
    {
        /// <summary>The `download_session_id` of the resolve response.</summary>
        [JsonProperty("downloadSessionId")]
        public string DownloadSessionId { get; set; }
    }
}
