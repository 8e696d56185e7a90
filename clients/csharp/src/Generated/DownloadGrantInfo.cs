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
        /// <summary>The id of the grant.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>Stable, relative to the API base.</summary>
        [JsonProperty("resolve_endpoint")]
        public string ResolveEndpoint { get; set; }

        /// <summary>When the grant expires. Its signed addresses expire then or earlier.</summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
