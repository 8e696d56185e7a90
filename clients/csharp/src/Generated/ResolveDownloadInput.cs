using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ResolveDownloadInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ResolveDownloadInput
    {
        /// <summary>The job to continue. A new download begins without it.</summary>
        [JsonProperty("download_job", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DownloadJobInput> DownloadJob { get; set; }
    }
}
