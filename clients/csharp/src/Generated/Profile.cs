using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Profile of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Profile
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

        /// <summary>Whether mods link to the profile.</summary>
        [JsonProperty("profile_open")]
        public bool ProfileOpen { get; set; }

        /// <summary><c>locale</c></summary>
        [JsonProperty("locale")]
        public string Locale { get; set; }

        /// <summary>About the user, in Markdown. Null if there is no text or the profile is closed.</summary>
        [JsonProperty("bio")]
        public string Bio { get; set; }

        /// <summary>Pages of the user, as addresses with https. Empty if the profile is closed.</summary>
        [JsonProperty("links")]
        public List<string> Links { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
