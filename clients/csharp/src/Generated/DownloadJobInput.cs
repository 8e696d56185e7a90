using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadJobInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadJobInput
    {
        /// <summary>Accepted and ignored. A job for replaced bytes ends by itself.</summary>
        [JsonProperty("etag", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Etag { get; set; }

        /// <summary>The id of the job in an earlier response.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>The progress until now.</summary>
        [JsonProperty("progress", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DownloadProgressInput> Progress { get; set; }
    }
}
