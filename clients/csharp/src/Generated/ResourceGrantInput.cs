using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ResourceGrantInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ResourceGrantInput
    {
        /// <summary><c>id</c></summary>
        [JsonProperty("id")]
        public string Id { get; set; }

        /// <summary><c>type</c></summary>
        [JsonProperty("type")]
        public ResourceTypeInput Type { get; set; }
    }
}
