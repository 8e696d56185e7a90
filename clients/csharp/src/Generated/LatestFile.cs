using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>LatestFile of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class LatestFile
    {
        /// <summary>The version that a plan for this mod alone would install. It need not be newer.</summary>
        [JsonProperty("version_id")]
        public string VersionId { get; set; }

        /// <summary><c>version</c></summary>
        [JsonProperty("version")]
        public string Version { get; set; }

        /// <summary><c>release_channel</c></summary>
        [JsonProperty("release_channel")]
        public ReleaseChannel ReleaseChannel { get; set; }

        /// <summary><c>published_at</c></summary>
        [JsonProperty("published_at")]
        public DateTimeOffset PublishedAt { get; set; }

        /// <summary>The file of that version that replaces the installed one.</summary>
        [JsonProperty("file")]
        public PlanFile File { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
