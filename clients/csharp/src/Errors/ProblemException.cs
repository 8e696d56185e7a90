using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>One faulty member of a request.</summary>
    public sealed class ProblemField
    {
        internal ProblemField(string field, string code, string detail)
        {
            Field = field;
            Code = code;
            Detail = detail;
        }

        /// <summary>The path of the member.</summary>
        public string Field { get; }

        /// <summary>The stable code. Branch on it.</summary>
        public string Code { get; }

        /// <summary>An explanation for people, or null.</summary>
        public string Detail { get; }
    }

    /// <summary>
    /// An error response of the service (contract 2.10 and 7.1). Branch on <see cref="Code"/> or <see cref="Status"/>,
    /// never on texts. A response that is no problem document has a null <see cref="Code"/>.
    /// </summary>
    public sealed class ProblemException : ModportException
    {
        internal ProblemException(int status, JObject document, ResponseHeaders headers, double? retryAfterSeconds)
            : base(MessageOf(status, document))
        {
            Status = status;
            Document = document;
            Headers = headers;
            Code = JsonText.StringOf(document, "code");
            Type = JsonText.StringOf(document, "type");
            Title = JsonText.StringOf(document, "title");
            Detail = JsonText.StringOf(document, "detail");
            Instance = JsonText.StringOf(document, "instance");
            RequestId = JsonText.StringOf(document, "request_id") ?? headers.Get("X-Request-Id");
            TraceId = JsonText.StringOf(document, "trace_id");
            QuotaBucket = JsonText.StringOf(document, "quota_bucket");
            Retryable = JsonText.BooleanOf(document, "retryable");
            RetryAfterSeconds = retryAfterSeconds;
            RequiredScopes = JsonText.StringsOf(document, "required_scopes");
            DownloadJob = document?["download_job"] as JObject;
            Fields = FieldsOf(document);
        }

        /// <summary>The HTTP status.</summary>
        public int Status { get; }

        /// <summary>The stable code, also one that this library does not know. Null if the body is no problem.</summary>
        public string Code { get; }

        /// <summary>The address of the page that explains the code.</summary>
        public string Type { get; }

        /// <summary>A short text for people.</summary>
        public string Title { get; }

        /// <summary>An explanation for people, in the language of the request.</summary>
        public string Detail { get; }

        /// <summary>The path of the request.</summary>
        public string Instance { get; }

        /// <summary>Whether the service says that the same request may be repeated. Null if it does not say.</summary>
        public bool? Retryable { get; }

        /// <summary>The longer one of <c>Retry-After</c> and <c>retry_after_seconds</c>, or null.</summary>
        public double? RetryAfterSeconds { get; }

        /// <summary>The id of the request, for support.</summary>
        public string RequestId { get; }

        /// <summary>The id of the trace, for support.</summary>
        public string TraceId { get; }

        /// <summary>The faulty members of the request.</summary>
        public IReadOnlyList<ProblemField> Fields { get; }

        /// <summary>The scopes that the credential lacks.</summary>
        public IReadOnlyList<string> RequiredScopes { get; }

        /// <summary>The limit that was reached, such as <c>download_leases</c>.</summary>
        public string QuotaBucket { get; }

        /// <summary>The job to name in the retry of a refused download.</summary>
        public JObject DownloadJob { get; }

        /// <summary>The headers of the response.</summary>
        public ResponseHeaders Headers { get; }

        /// <summary>The document as it was received, or null if the body is no JSON object.</summary>
        public JObject Document { get; }

        private static string MessageOf(int status, JObject document)
        {
            string code = JsonText.StringOf(document, "code");
            string text = JsonText.StringOf(document, "detail") ?? JsonText.StringOf(document, "title");
            return status + (code == null ? "" : " " + code) + (text == null ? "" : ": " + text);
        }

        private static IReadOnlyList<ProblemField> FieldsOf(JObject document)
        {
            var fields = new List<ProblemField>();
            if (!(document?["fields"] is JArray entries)) return fields;
            foreach (JToken entry in entries)
            {
                if (!(entry is JObject field)) continue;
                fields.Add(new ProblemField(
                    JsonText.StringOf(field, "field"),
                    JsonText.StringOf(field, "code"),
                    JsonText.StringOf(field, "detail")));
            }
            return fields;
        }
    }
}
