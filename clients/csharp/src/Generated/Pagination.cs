using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Pagination of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Pagination
    {
        /// <summary>Opaque; null on the last page.</summary>
        [JsonProperty("next_cursor")]
        public string NextCursor { get; set; }

        /// <summary>Whether another page follows.</summary>
        [JsonProperty("has_more")]
        public bool HasMore { get; set; }

        /// <summary>The highest number of items of this page.</summary>
        [JsonProperty("limit")]
        public int Limit { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
