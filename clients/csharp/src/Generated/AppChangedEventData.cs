using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AppChangedEventData of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AppChangedEventData
    {
        /// <summary>The application.</summary>
        [JsonProperty("app_id")]
        public string AppId { get; set; }

        /// <summary>Its OAuth `client_id`.</summary>
        [JsonProperty("client_id")]
        public string ClientId { get; set; }

        /// <summary>The kind of change, such as `updated`, `disabled` or `deleted`.</summary>
        [JsonProperty("change")]
        public string Change { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
