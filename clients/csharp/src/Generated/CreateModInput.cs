using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CreateModInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CreateModInput
    {
        /// <summary>For a new mod, `public` if omitted.</summary>
        [JsonProperty("access_tier", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<AccessTierInput> AccessTier { get; set; }

        /// <summary>Slugs of categories of the game.</summary>
        [JsonProperty("categories", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<string>> Categories { get; set; }

        /// <summary>Markdown.</summary>
        [JsonProperty("description")]
        public LocalizedText Description { get; set; }

        /// <summary><c>game_slug</c></summary>
        [JsonProperty("game_slug")]
        public string GameSlug { get; set; }

        /// <summary>A page about the mod.</summary>
        [JsonProperty("homepage_url", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> HomepageUrl { get; set; }

        /// <summary>An SPDX identifier or the name of a license.</summary>
        [JsonProperty("license", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> License { get; set; }

        /// <summary><c>localized_slugs</c></summary>
        [JsonProperty("localized_slugs", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public LocalizedText LocalizedSlugs { get; set; }

        /// <summary>Unique within the game. For a new mod, derived from the title if omitted.</summary>
        [JsonProperty("slug", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Slug { get; set; }

        /// <summary>The upstream page, stored unchanged.</summary>
        [JsonProperty("source_url", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> SourceUrl { get; set; }

        /// <summary>For omitted languages, the catalog shows an excerpt of the description.</summary>
        [JsonProperty("summary", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public LocalizedText Summary { get; set; }

        /// <summary><c>title</c></summary>
        [JsonProperty("title")]
        public LocalizedText Title { get; set; }
    }
}
