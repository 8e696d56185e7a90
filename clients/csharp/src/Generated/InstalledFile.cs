using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>InstalledFile of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class InstalledFile
    {
        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary><c>version_id</c></summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary>The version string.</summary>
        [JsonProperty("version")]
        public string Version { get; set; }

        /// <summary><c>artifact_id</c></summary>
        [JsonProperty("artifact_id")]
        public string ArtifactId { get; set; }

        /// <summary><c>file_kind</c></summary>
        [JsonProperty("file_kind")]
        public FileKind FileKind { get; set; }

        /// <summary>`published`, `archived` or `withdrawn`. Remove a withdrawn file.</summary>
        [JsonProperty("status")]
        public ArtifactState Status { get; set; }

        /// <summary>Whether other mods have files with the same bytes. The earliest published file is reported; send the id to name a file exactly.</summary>
        [JsonProperty("shared")]
        public bool Shared { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
