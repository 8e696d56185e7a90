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
        /// <summary><c>etag</c></summary>
        [JsonProperty("etag", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Etag { get; set; }

        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>progress</c></summary>
        [JsonProperty("progress", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DownloadProgressInput> Progress { get; set; }
    }
}
