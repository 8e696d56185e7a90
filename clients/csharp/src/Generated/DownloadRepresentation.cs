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
        /// <summary>The name of the store or provider of the bytes.</summary>
        [JsonProperty("provider")]
        public string Provider { get; set; }

        /// <summary>The store or provider to which `etag` applies. Send the validator nowhere else.</summary>
        [JsonProperty("etag_scope")]
        public string EtagScope { get; set; }

        /// <summary>The opaque validator of the bytes there, not a digest. Null in the fallback store, where HEAD returns it, and at a provider.</summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary>The value to send as `If-Match` with a range request. Null if `etag` is null.</summary>
        [JsonProperty("if_match")]
        public string IfMatch { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
