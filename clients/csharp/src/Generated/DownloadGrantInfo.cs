using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadGrantInfo of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadGrantInfo
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>Stable, relative to the API base.</summary>
        [JsonProperty("resolve_endpoint")]
        public string ResolveEndpoint { get; set; }

        /// <summary><c>expires_at</c></summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
