using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A narrower copy of a picture.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class MediaVariant
    {
        /// <summary>A permanent URL.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary>In pixels.</summary>
        [JsonProperty("width")]
        public int Width { get; set; }

        /// <summary>In pixels.</summary>
        [JsonProperty("height")]
        public int Height { get; set; }

        /// <summary><c>content_type</c></summary>
        [JsonProperty("content_type")]
        public string ContentType { get; set; }

        /// <summary>The size in bytes.</summary>
        [JsonProperty("size_bytes")]
        public int SizeBytes { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
