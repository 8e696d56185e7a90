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
        /// <summary><c>download_job</c></summary>
        [JsonProperty("download_job", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DownloadJobInput> DownloadJob { get; set; }
    }
}
