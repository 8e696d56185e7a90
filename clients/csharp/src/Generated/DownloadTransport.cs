using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DownloadTransport of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class DownloadTransport
    {
        /// <summary><c>kind</c></summary>
        [JsonProperty("kind")]
        public ArtifactSource Kind { get; set; }

        /// <summary>The provider that hosts the file.</summary>
        [JsonProperty("provider")]
        public string Provider { get; set; }

        /// <summary>The reference of the file at the provider. It takes the place of the download job.</summary>
        [JsonProperty("reference_id")]
        public string ReferenceId { get; set; }

        /// <summary>Increases each time the bytes are verified.</summary>
        [JsonProperty("reference_revision")]
        public int ReferenceRevision { get; set; }

        /// <summary>A short-lived URL of the provider. Do not store it.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary>When the URL expires.</summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary>The seconds for which to use the URL, from 1 to 300.</summary>
        [JsonProperty("ttl_seconds")]
        public int TtlSeconds { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
