using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadedPartInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadedPartInput
    {
        /// <summary><c>etag</c></summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary><c>partNumber</c></summary>
        [JsonProperty("partNumber")]
        public int PartNumber { get; set; }
    }
}
