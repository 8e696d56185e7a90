using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>FallbackJob of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class FallbackJob
    {
        /// <summary>The id of this download. Send it with the next resolve to continue it.</summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>The id of the grant that counts this download.</summary>
        [JsonProperty("grant_id")]
        public string GrantId { get; set; }

        /// <summary><c>progress</c></summary>
        [JsonProperty("progress")]
        public DownloadProgress Progress { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
