using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>CompleteUploadInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class CompleteUploadInput
    {
        /// <summary>All parts of a `multipart` upload, in any order. Omit them for `single`.</summary>
        [JsonProperty("parts", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<List<UploadedPartInput>> Parts { get; set; }
    }
}
