using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>A mod as the catalog shows it.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Mod
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary>An alias that may change. Use the id to identify the object.</summary>
        [JsonProperty("slug")]
        public string Slug { get; set; }

        /// <summary>The slug by language.</summary>
        [JsonProperty("localized_slugs")]
        public Dictionary<string, string> LocalizedSlugs { get; set; }

        /// <summary><c>game</c></summary>
        [JsonProperty("game")]
        public GameRef Game { get; set; }

        /// <summary>The title by language.</summary>
        [JsonProperty("title")]
        public Dictionary<string, string> Title { get; set; }

        /// <summary>The summary of the mod. In a language without one: the start of the description, as plain text.</summary>
        [JsonProperty("summary")]
        public Dictionary<string, string> Summary { get; set; }

        /// <summary>The full text, in Markdown.</summary>
        [JsonProperty("description")]
        public Dictionary<string, string> Description { get; set; }

        /// <summary>Always `markdown`.</summary>
        [JsonProperty("description_format")]
        public string DescriptionFormat { get; set; }

        /// <summary><c>author</c></summary>
        [JsonProperty("author")]
        public ModAuthor Author { get; set; }

        /// <summary><c>categories</c></summary>
        [JsonProperty("categories")]
        public List<CategoryRef> Categories { get; set; }

        /// <summary>The loaders of all published versions.</summary>
        [JsonProperty("loaders")]
        public List<string> Loaders { get; set; }

        /// <summary>The game versions of all published versions.</summary>
        [JsonProperty("game_versions")]
        public List<string> GameVersions { get; set; }

        /// <summary>The users who may download the files. `public`: all, also without an account. `authenticated`: every account. `paid`: subscribers. `restricted`: accounts with a right to the mod or the file.</summary>
        [JsonProperty("access_tier")]
        public AccessTier AccessTier { get; set; }

        /// <summary>An SPDX identifier or the name of a license. Null if the author gave none.</summary>
        [JsonProperty("license")]
        public string License { get; set; }

        /// <summary>The version string of the latest release. Null without a published version. Read the version of the latest release itself.</summary>
        [JsonProperty("latest_version")]
        public string LatestVersion { get; set; }

        /// <summary>Null without a published version.</summary>
        [JsonProperty("latest_release")]
        public LatestRelease LatestRelease { get; set; }

        /// <summary><c>links</c></summary>
        [JsonProperty("links")]
        public ModLinks Links { get; set; }

        /// <summary>A page about the mod. Null if the author gave none.</summary>
        [JsonProperty("homepage_url")]
        public string HomepageUrl { get; set; }

        /// <summary>The upstream page, as the author gave it. Null if the author gave none.</summary>
        [JsonProperty("source_url")]
        public string SourceUrl { get; set; }

        /// <summary>Null only for a draft without a cover.</summary>
        [JsonProperty("cover")]
        public ModMedia Cover { get; set; }

        /// <summary><c>gallery</c></summary>
        [JsonProperty("gallery")]
        public List<ModMedia> Gallery { get; set; }

        /// <summary>The number of downloads of all files.</summary>
        [JsonProperty("downloads_count")]
        public long DownloadsCount { get; set; }

        /// <summary>`published`, or `archived` if read by id. Team members also read `draft` and `hidden`.</summary>
        [JsonProperty("state")]
        public ModState State { get; set; }

        /// <summary><c>created_at</c></summary>
        [JsonProperty("created_at")]
        public DateTimeOffset CreatedAt { get; set; }

        /// <summary><c>updated_at</c></summary>
        [JsonProperty("updated_at")]
        public DateTimeOffset UpdatedAt { get; set; }

        /// <summary>First publication; null for a draft.</summary>
        [JsonProperty("published_at")]
        public DateTimeOffset? PublishedAt { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
