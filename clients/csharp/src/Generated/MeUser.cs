using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>MeUser of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class MeUser
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>username</c></summary>
        [JsonProperty("username")]
        public string Username { get; set; }

        /// <summary>Null for a credential with neither `profile:read` nor `account:read`.</summary>
        [JsonProperty("display_name")]
        public string DisplayName { get; set; }

        /// <summary>Null for a credential with neither `profile:read` nor `account:read`, and if the profile is closed.</summary>
        [JsonProperty("profile_url")]
        public string ProfileUrl { get; set; }

        /// <summary>Null for a credential with neither `profile:read` nor `account:read`.</summary>
        [JsonProperty("locale")]
        public string Locale { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
