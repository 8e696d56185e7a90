using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A version of a mod.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ModVersion
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>mod_id</c></summary>
        [JsonProperty("mod_id")]
        public string ModId { get; set; }

        /// <summary>The version string.</summary>
        [JsonProperty("version")]
        public string Version { get; set; }

        /// <summary><c>changelog</c></summary>
        [JsonProperty("changelog")]
        public Dictionary<string, string> Changelog { get; set; }

        /// <summary><c>release_channel</c></summary>
        [JsonProperty("release_channel")]
        public ReleaseChannel ReleaseChannel { get; set; }

        /// <summary>A free label of the files, by default `main`.</summary>
        [JsonProperty("file_category")]
        public string FileCategory { get; set; }

        /// <summary>The game versions that the version supports.</summary>
        [JsonProperty("game_versions")]
        public List<string> GameVersions { get; set; }

        /// <summary>The mod loaders that the version supports.</summary>
        [JsonProperty("loader_platforms")]
        public List<string> LoaderPlatforms { get; set; }

        /// <summary><c>dependencies</c></summary>
        [JsonProperty("dependencies")]
        public List<Dependency> Dependencies { get; set; }

        /// <summary><c>requirements</c></summary>
        [JsonProperty("requirements")]
        public JToken Requirements { get; set; }

        /// <summary><c>build_metadata</c></summary>
        [JsonProperty("build_metadata")]
        public JToken BuildMetadata { get; set; }

        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public VersionState Status { get; set; }

        /// <summary>All files of the version.</summary>
        [JsonProperty("artifact_ids")]
        public List<string> ArtifactIds { get; set; }

        /// <summary>The primary file. Set only if the version is published and this service stores the file.</summary>
        [JsonProperty("artifacts")]
        public List<ModArtifact> Artifacts { get; set; }

        /// <summary>The run that uploaded and published the version. Not set if people or other programs did.</summary>
        [JsonProperty("provenance")]
        public Provenance Provenance { get; set; }

        /// <summary>The first publication. Null before it.</summary>
        [JsonProperty("published_at")]
        public DateTimeOffset? PublishedAt { get; set; }

        /// <summary><c>created_at</c></summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary><c>updated_at</c></summary>
        [JsonProperty("updated_at")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
