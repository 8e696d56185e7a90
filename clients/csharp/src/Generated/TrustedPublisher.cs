using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A workflow that may publish versions of a mod without a stored secret.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class TrustedPublisher
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary><c>issuer</c></summary>
        [JsonProperty("issuer")]
        public string Issuer { get; set; }

        /// <summary><c>provider</c></summary>
        [JsonProperty("provider")]
        public CiProvider Provider { get; set; }

        /// <summary><c>repository</c></summary>
        [JsonProperty("repository")]
        public string Repository { get; set; }

        /// <summary>The stable id of the repository; null until the owner of the mod or the first run sets it.</summary>
        [JsonProperty("repository_id")]
        public string RepositoryId { get; set; }

        /// <summary>The stable id of the owner of the repository; null until the owner of the mod or the first run sets it.</summary>
        [JsonProperty("repository_owner_id")]
        public string RepositoryOwnerId { get; set; }

        /// <summary><c>workflow</c></summary>
        [JsonProperty("workflow")]
        public string Workflow { get; set; }

        /// <summary>The environment that the job has to run in. Null if any will do, or none.</summary>
        [JsonProperty("environment")]
        public string VarEnvironment { get; set; }

        /// <summary>The branch or tag that the run has to be for. Null if any will do.</summary>
        [JsonProperty("ref")]
        public string Ref { get; set; }

        /// <summary>False while the owner who configured it does not own the mod, is blocked or leaves the service, while the mod is deleted, and while the service does not trust the issuer.</summary>
        [JsonProperty("active")]
        public bool Active { get; set; }

        /// <summary>The owner who configured it.</summary>
        [JsonProperty("created_by")]
        public TrustedPublisherOwner CreatedBy { get; set; }

        /// <summary>The last exchange of a token. Null before the first one.</summary>
        [JsonProperty("last_used_at")]
        public DateTimeOffset? LastUsedAt { get; set; }

        /// <summary><c>created_at</c></summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
