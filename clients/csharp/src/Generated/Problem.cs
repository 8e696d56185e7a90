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

        /// <summary><c>title</c></summary>
        [JsonProperty("title")]
        public string Title { get; set; }

        /// <summary><c>status</c></summary>
        [JsonProperty("status")]
        public int Status { get; set; }

        /// <summary>An explanation for people, in the language of Accept-Language.</summary>
        [JsonProperty("detail")]
        public string Detail { get; set; }

        /// <summary>The path of the request.</summary>
        [JsonProperty("instance")]
        public string Instance { get; set; }

        /// <summary>A stable name for what went wrong. Expect unknown codes. `x-error-codes` of a response lists the codes that it may have.</summary>
        [JsonProperty("code")]
        public string Code { get; set; }

        /// <summary>Whether repeating the same request is safe and may succeed.</summary>
        [JsonProperty("retryable")]
        public bool Retryable { get; set; }

        /// <summary><c>docs_slug</c></summary>
        [JsonProperty("docs_slug")]
        public string DocsSlug { get; set; }

        /// <summary><c>request_id</c></summary>
        [JsonProperty("request_id")]
        public string RequestId { get; set; }

        /// <summary><c>trace_id</c></summary>
        [JsonProperty("trace_id")]
        public string TraceId { get; set; }

        /// <summary><c>retry_after_seconds</c></summary>
        [JsonProperty("retry_after_seconds")]
        public int? RetryAfterSeconds { get; set; }

        /// <summary><c>quota_bucket</c></summary>
        [JsonProperty("quota_bucket")]
        public string QuotaBucket { get; set; }

        /// <summary><c>required_scopes</c></summary>
        [JsonProperty("required_scopes")]
        public List<string> RequiredScopes { get; set; }

        /// <summary><c>fields</c></summary>
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
