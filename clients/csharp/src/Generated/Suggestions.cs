using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Mods, authors and categories for a text while a user types it.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Suggestions
    {
        /// <summary>Mods whose title matches as in a search. The last word may be incomplete.</summary>
        [JsonProperty("mods")]
        public List<SuggestedMod> Mods { get; set; }

        /// <summary>Authors of published mods with an open profile, whose username or display name begins with the text.</summary>
        [JsonProperty("authors")]
        public List<SuggestedAuthor> Authors { get; set; }

        /// <summary>Categories whose name or slug begins with the text.</summary>
        [JsonProperty("categories")]
        public List<Category> Categories { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
