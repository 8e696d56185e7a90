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
        /// <summary>The `ETag` header of the response to the PUT of the part.</summary>
        [JsonProperty("etag")]
        public string Etag { get; set; }

        /// <summary>The number of the part, from 1.</summary>
        [JsonProperty("partNumber")]
        public int PartNumber { get; set; }
    }
}
