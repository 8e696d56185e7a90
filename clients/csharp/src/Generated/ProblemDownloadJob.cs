using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The download to continue with the next request.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ProblemDownloadJob
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>grant_id</c></summary>
        [JsonProperty("grant_id")]
        public string GrantId { get; set; }

        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public ProblemDownloadProgress Progress { get; set; }

        /// <summary><c>etag</c></summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
