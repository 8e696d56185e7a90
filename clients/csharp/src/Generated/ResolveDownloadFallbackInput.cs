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
        /// <summary>The id of the download session in the resolve response.</summary>
        [JsonProperty("downloadSessionId")]
        public string DownloadSessionId { get; set; }
    }
}
