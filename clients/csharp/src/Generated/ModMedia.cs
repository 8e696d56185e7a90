using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A picture of a mod.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModMedia
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>kind</c></summary>
        [JsonProperty("kind")]
        public MediaKind Kind { get; set; }

        /// <summary>A permanent URL. Its content never changes.</summary>
        [JsonProperty("url")]
        public string Url { get; set; }

        /// <summary><c>content_type</c></summary>
        [JsonProperty("content_type")]
        public string ContentType { get; set; }

        /// <summary>In pixels.</summary>
        [JsonProperty("width")]
        public int Width { get; set; }

        /// <summary>In pixels.</summary>
        [JsonProperty("height")]
        public int Height { get; set; }

        /// <summary>The size in bytes.</summary>
        [JsonProperty("size_bytes")]
        public int SizeBytes { get; set; }

        /// <summary>Of the picture at `url`, in lower-case hex.</summary>
        [JsonProperty("sha256")]
        public string Sha256 { get; set; }

        /// <summary>Smaller copies, the narrowest first. Each is narrower than the picture.</summary>
        [JsonProperty("variants")]
        public List<MediaVariant> Variants { get; set; }

        /// <summary>The alternative text by language.</summary>
        [JsonProperty("alt")]
        public Dictionary<string, string> Alt { get; set; }

        /// <summary>The gallery is in ascending order of positions, which may have gaps. No two gallery pictures of a mod share one. A cover has the position 0.</summary>
        [JsonProperty("position")]
        public int Position { get; set; }

        /// <summary><c>managed_by</c></summary>
        [JsonProperty("managed_by")]
        public MediaManager ManagedBy { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
