using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadRepresentation of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadRepresentation
    {
        /// <summary><c>provider</c></summary>
        [JsonProperty("provider")]
        public string Provider { get; set; }

        /// <summary><c>etag_scope</c></summary>
        [JsonProperty("etag_scope")]
        public string EtagScope { get; set; }

        /// <summary><c>etag</c></summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary><c>if_match</c></summary>
        [JsonProperty("if_match")]
        public string IfMatch { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
