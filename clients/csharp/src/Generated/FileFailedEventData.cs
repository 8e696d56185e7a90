using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>FileFailedEventData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class FileFailedEventData
    {
        /// <summary>The mod.</summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The version.</summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>The file.</summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary>The upload of the file, unless the file is external.</summary>
        [JsonProperty("upload_id")]
        public string UploadId { get; set; }

        /// <summary>The external reference of the file, if the file is external.</summary>
        [JsonProperty("reference_id")]
        public string ReferenceId { get; set; }

        /// <summary>The error code or the reason of the refusal.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
