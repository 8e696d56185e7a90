using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>TrustedPublisherInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class TrustedPublisherInput
    {
        /// <summary>The environment that the job has to run in.</summary>
        [JsonProperty("environment", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> VarEnvironment { get; set; }

        /// <summary>One of the issuers that the service trusts.</summary>
        [JsonProperty("issuer")]
        public string Issuer { get; set; }

        /// <summary>The form of the tokens. Default: `github` for an issuer of GitHub, `gitlab` for any other.</summary>
        [JsonProperty("provider", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<CiProviderInput> Provider { get; set; }

        /// <summary>The branch or tag, such as `refs/heads/main`. A `*` at the end allows any continuation: `refs/tags/v*`.</summary>
        [JsonProperty("ref", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Ref { get; set; }

        /// <summary>`owner/name` at GitHub, the path of the project at GitLab.</summary>
        [JsonProperty("repository")]
        public string Repository { get; set; }

        /// <summary>The stable id of the repository. By default, the first run sets it.</summary>
        [JsonProperty("repository_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> RepositoryId { get; set; }

        /// <summary>The stable id of the user, organization or group that owns the repository. By default, the first run sets it.</summary>
        [JsonProperty("repository_owner_id", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> RepositoryOwnerId { get; set; }

        /// <summary>The file of the workflow: `release.yml` for `.github/workflows/release.yml` at GitHub, the path such as `.gitlab-ci.yml` at GitLab.</summary>
        [JsonProperty("workflow")]
        public string Workflow { get; set; }
    }
}
