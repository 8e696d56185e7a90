using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>The run of a workflow that uploaded and published all files of a version, as the issuer of its token states it.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Provenance
    {
        /// <summary><c>provider</c></summary>
        [JsonProperty("provider")]
        public CiProvider Provider { get; set; }

        /// <summary>The issuer of the token.</summary>
        [JsonProperty("issuer")]
        public string Issuer { get; set; }

        /// <summary>`owner/name` at GitHub, the path of the project at GitLab.</summary>
        [JsonProperty("repository")]
        public string Repository { get; set; }

        /// <summary>The stable id of the repository.</summary>
        [JsonProperty("repository_id")]
        public string RepositoryId { get; set; }

        /// <summary>The commit that was built.</summary>
        [JsonProperty("commit")]
        public string Commit { get; set; }

        /// <summary>The branch or tag, such as `refs/tags/v1.0.0`.</summary>
        [JsonProperty("ref")]
        public string Ref { get; set; }

        /// <summary>The file of the workflow.</summary>
        [JsonProperty("workflow")]
        public string Workflow { get; set; }

        /// <summary>The environment of the job. Not set if it ran in none.</summary>
        [JsonProperty("environment")]
        public string VarEnvironment { get; set; }

        /// <summary>The run at GitHub, the pipeline at GitLab.</summary>
        [JsonProperty("run_id")]
        public string RunId { get; set; }

        /// <summary>The page of the run.</summary>
        [JsonProperty("run_url")]
        public string RunUrl { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
