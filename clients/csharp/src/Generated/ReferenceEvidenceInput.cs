using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ReferenceEvidenceInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ReferenceEvidenceInput
    {
        /// <summary>The license that the provider states.</summary>
        [JsonProperty("license", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> License { get; set; }

        /// <summary>The page of the file at its provider.</summary>
        [JsonProperty("page_url", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> PageUrl { get; set; }

        /// <summary>The publication time that the provider states.</summary>
        [JsonProperty("published_at", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<DateTimeOffset?> PublishedAt { get; set; }
    }
}
