using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SuggestedAuthor of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SuggestedAuthor
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>username</c></summary>
        [JsonProperty("username")]
        public string Username { get; set; }

        /// <summary><c>display_name</c></summary>
        [JsonProperty("display_name")]
        public string DisplayName { get; set; }

        /// <summary>Null if the profile is closed.</summary>
        [JsonProperty("profile_url")]
        public string ProfileUrl { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
