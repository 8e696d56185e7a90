using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CreatedApiKey of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CreatedApiKey
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>kind</c></summary>
        [JsonProperty("kind")]
        public CredentialKind Kind { get; set; }

        /// <summary>The name that its user chose.</summary>
        [JsonProperty("name")]
        public string Name { get; set; }

        /// <summary>The first characters of the secret.</summary>
        [JsonProperty("display_prefix")]
        public string DisplayPrefix { get; set; }

        /// <summary>Identifies the secret: the SHA-256, in hex, of the keyed hash that the service stores. Only the service can compute it. It changes only if the secret does.</summary>
        [JsonProperty("fingerprint")]
        public string Fingerprint { get; set; }

        /// <summary><c>scopes</c></summary>
        [JsonProperty("scopes")]
        public List<string> Scopes { get; set; }

        /// <summary>The mods that the credential covers. An empty list means none; null means all mods of its user.</summary>
        [JsonProperty("resource_grants")]
        public List<ResourceGrant> ResourceGrants { get; set; }

        /// <summary>`active`: valid. `retiring`: rotated, but still valid. `revoked`: revoked, or rotated and no longer valid. `expired`: its own expiry has passed.</summary>
        [JsonProperty("state")]
        public ApiKeyState State { get; set; }

        /// <summary>When the credential expires. Null if it does not.</summary>
        [JsonProperty("expires_at")]
        public DateTimeOffset? ExpiresAt { get; set; }

        /// <summary>The last use, up to a minute late. Null before the first use.</summary>
        [JsonProperty("last_used_at")]
        public DateTimeOffset? LastUsedAt { get; set; }

        /// <summary>The key that this key replaced. Null unless a rotation created it.</summary>
        [JsonProperty("rotated_from")]
        public string RotatedFrom { get; set; }

        /// <summary>When a rotated key stops being valid. Until then, it is valid beside the new one. Null unless it was rotated.</summary>
        [JsonProperty("retires_at")]
        public DateTimeOffset? RetiresAt { get; set; }

        /// <summary>When the credential was revoked. Null if it was not.</summary>
        [JsonProperty("revoked_at")]
        public DateTimeOffset? RevokedAt { get; set; }

        /// <summary><c>created_at</c></summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary>Returned only once. Store it now; if you lose it, create another key.</summary>
        [JsonProperty("secret")]
        public string Secret { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
