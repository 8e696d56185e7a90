using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>SignUploadPartsInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class SignUploadPartsInput
    {
        /// <summary><c>partNumbers</c></summary>
        [JsonProperty("partNumbers")]
        public List<int> PartNumbers { get; set; }
    }
}
