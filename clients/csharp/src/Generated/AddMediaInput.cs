using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>AddMediaInput of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class AddMediaInput
    {
        /// <summary>Alternative text for people who cannot see the picture. Empty if omitted.</summary>
        [JsonProperty("alt", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public LocalizedText Alt { get; set; }

        /// <summary>A mod has one cover. A new cover replaces the previous one.</summary>
        [JsonProperty("kind")]
        public AddedMediaKindInput Kind { get; set; }

        /// <summary>`importer` if a program imports the picture and may delete it again. `uploader` (a person) if omitted.</summary>
        [JsonProperty("managed_by", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<AddedMediaManagerInput> ManagedBy { get; set; }

        /// <summary>The position in the gallery; the last one if omitted. The picture at this position and those directly after it move back by one. A cover has no position.</summary>
        [JsonProperty("position", DefaultValueHandling = DefaultValueHandling.Ignore)]
        public Optional<int?> Position { get; set; }
    }
}
