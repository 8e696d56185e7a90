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

        /// <summary><c>provider</c></summary>
        [JsonProperty("provider")]
        public string Provider { get; set; }

        /// <summary><c>reference_id</c></summary>
        [JsonProperty("reference_id")]
        public string ReferenceId { get; set; }

        /// <summary>Increases each time the bytes are verified.</summary>
        [JsonProperty("reference_revision")]
        public int ReferenceRevision { get; set; }

        /// <summary>A short-lived URL of the provider. Do not store it.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary><c>expires_at</c></summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset ExpiresAt { get; set; }

        /// <summary><c>ttl_seconds</c></summary>
        [JsonProperty("ttl_seconds")]
        public int TtlSeconds { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
