using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>One thing that the scan of an upload found.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadFinding
    {
        /// <summary>A stable code.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>The entry of the archive; null for the archive as a whole.</summary>
        [JsonProperty("path")]
        public string Path { get; set; }

        /// <summary>The finding, as a text for people.</summary>
        [JsonProperty("found")]
        public string Found { get; set; }

        /// <summary>The reason why it matters, for people.</summary>
        [JsonProperty("why")]
        public string Why { get; set; }

        /// <summary>The way to fix it, for people.</summary>
        [JsonProperty("fix")]
        public string Fix { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
