using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>MeCredential of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class MeCredential
    {
        /// <summary><c>kind</c></summary>
        [JsonProperty("kind")]
        public PresentedKind Kind { get; set; }

        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>The OAuth application that sends the request; null for other credentials.</summary>
        [JsonProperty("client_id")]
        public string ClientId { get; set; }

        /// <summary><c>scopes</c></summary>
        [JsonProperty("scopes")]
        public List<string> Scopes { get; set; }

        /// <summary>The mods that the credential covers. An empty list means none; null means all mods of its user.</summary>
        [JsonProperty("resource_grants")]
        public List<ResourceGrant> ResourceGrants { get; set; }

        /// <summary>When the credential expires. Null if it does not.</summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset? ExpiresAt { get; set; }

        /// <summary>The last use before this request. Null for the first use, and for credentials other than personal tokens and keys.</summary>
        [JsonProperty("last_used_at")]
        public DateTimeOffset? LastUsedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
