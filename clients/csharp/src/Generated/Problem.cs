using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>An error (RFC 9457). Branch on `code`, never on `detail`.</summary>
    [JsonObject(MemberSerialization.OptIn)]
    public sealed partial class Problem
    {
        /// <summary>The page that explains the code.</summary>
        [JsonProperty("type")]
        public string Type { get; set; }

        /// <summary>A short text about the code, for people.</summary>
        [JsonProperty("title")]
        public string Title { get; set; }

        /// <summary>The HTTP status of the response.</summary>
        [JsonProperty("status")]
        public int Status { get; set; }

        /// <summary>An explanation for people, in the language of Accept-Language.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }

        /// <summary>The path of the request.</summary>
        [JsonProperty("instance")]
        public string Instance { get; set; }

        /// <summary>The stable code of the error. Expect unknown codes. `x-error-codes` of a response lists the codes that it may have.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>Whether repeating the same request is safe and may succeed.</summary>
        [JsonProperty("retryable")]
        public bool Retryable { get; set; }

        /// <summary>`errors.` and the code: a key for texts about the code, not an address.</summary>
        [JsonProperty("docs_slug")]
        public string DocsSlug { get; set; }

        /// <summary>The id of the request, as in `X-Request-Id`.</summary>
        [JsonProperty("request_id")]
        public string RequestId { get; set; }

        /// <summary>The W3C trace id of the request.</summary>
        [JsonProperty("trace_id")]
        public string TraceId { get; set; }

        /// <summary>The seconds to wait before a retry, as in `Retry-After`.</summary>
        [JsonProperty("retry_after_seconds")]
        public int? RetryAfterSeconds { get; set; }

        /// <summary>The class of the quota that is used up.</summary>
        [JsonProperty("quota_bucket")]
        public string QuotaBucket { get; set; }

        /// <summary>The fewest scopes with which the credential could do this.</summary>
        [JsonProperty("required_scopes")]
        public List<string> RequiredScopes { get; set; }

        /// <summary>The faulty members and parameters of the request.</summary>
        [JsonProperty("fields")]
        public List<ProblemField> Fields { get; set; }

        /// <summary><c>download_job</c></summary>
        [JsonProperty("download_job")]
        public ProblemDownloadJob DownloadJob { get; set; }

        /// <summary>Members that a later release of the service has added.</summary>
        [JsonExtensionData]
        public IDictionary<string, JToken> OtherMembers { get; set; }
    }
}
