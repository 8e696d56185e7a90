using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UpdateProfileInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UpdateProfileInput
    {
        /// <summary>About the user, in Markdown. Null or an empty text removes it.</summary>
        [JsonProperty("bio", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Bio { get; set; }

        /// <summary>Shown with the mods of the account.</summary>
        [JsonProperty("display_name", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> DisplayName { get; set; }

        /// <summary>Pages of the user: up to five addresses with https.</summary>
        [JsonProperty("links", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<string>> Links { get; set; }

        /// <summary>The language of pages and messages.</summary>
        [JsonProperty("locale", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<LocaleInput> Locale { get; set; }

        /// <summary>Whether the account has a public profile, to which its mods link.</summary>
        [JsonProperty("profile_open", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<bool> ProfileOpen { get; set; }
    }
}
