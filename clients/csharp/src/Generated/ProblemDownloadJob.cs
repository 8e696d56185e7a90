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
        /// <summary>The id of the job. Send it with the next resolve.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>The id of the grant that counts this download.</summary>
        [JsonProperty("grant_id")]
        public string GrantId { get; set; }

        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public ProblemDownloadProgress Progress { get; set; }

        /// <summary>The ETag of the bytes. Null if the service has none.</summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
