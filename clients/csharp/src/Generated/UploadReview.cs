using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>UploadReview of the API.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class UploadReview
    {
        /// <summary><c>state</c></summary>
        [JsonProperty("state")]
        public ReviewState State { get; set; }

        /// <summary>Stable codes of the reasons for which a moderator has to decide.</summary>
        [JsonProperty("reasons")]
        public List<string> Reasons { get; set; }

        /// <summary>When a moderator decided. Null before.</summary>
        [JsonProperty("decidedAt")]
        public DateTimeOffset? DecidedAt { get; set; }

        /// <summary>The note for the creator from the moderator who decided. Null without one.</summary>
        [JsonProperty("publicNote")]
        public string PublicNote { get; set; }

        /// <summary>Why a moderator rejected it: harmful, misleading, rights_violation, policy_violation, broken_file, unverifiable. Null unless a moderator gave one.</summary>
        [JsonProperty("rejectionReason")]
        public string RejectionReason { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
