using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>ExpectedHashesInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class ExpectedHashesInput
    {
        /// <summary>Of the whole file, in hex. Optional.</summary>
        [JsonProperty("sha1", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Sha1 { get; set; }

        /// <summary>Required, either here or as `expectedSha256`.</summary>
        [JsonProperty("sha256", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Sha256 { get; set; }

        /// <summary>Of the whole file, in hex. Optional.</summary>
        [JsonProperty("sha512", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<string> Sha512 { get; set; }
    }
}
