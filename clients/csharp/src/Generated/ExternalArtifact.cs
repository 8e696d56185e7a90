using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ExternalArtifact of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ExternalArtifact
    {
        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary><c>reference_id</c></summary>
        [JsonProperty("reference_id")]
        public string ReferenceId { get; set; }

        /// <summary><c>validation_job_id</c></summary>
        [JsonProperty("validation_job_id")]
        public string ValidationJobId { get; set; }

        /// <summary>`pending` until the service has verified the file.</summary>
        [JsonProperty("state")]
        public ReferenceState State { get; set; }

        /// <summary>The address to poll until the file is verified.</summary>
        [JsonProperty("status_resource")]
        public string StatusResource { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
