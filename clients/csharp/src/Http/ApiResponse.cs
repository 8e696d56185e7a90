using System.Collections.Generic;

namespace Modport
{
    /// <summary>A successful response of an operation.</summary>
    /// <typeparam name="T">The type of the body.</typeparam>
    public sealed class ApiResponse<T>
    {
        internal ApiResponse(int status, ResponseHeaders headers, T body)
        {
            Status = status;
            Headers = headers;
            Body = body;
        }

        /// <summary>The HTTP status. 304 is a success without a body, if the call named an ETag.</summary>
        public int Status { get; }

        /// <summary>The headers.</summary>
        public ResponseHeaders Headers { get; }

        /// <summary>The body; the default of its type for 204 and 304.</summary>
        public T Body { get; }

        /// <summary>The <c>ETag</c>, for <see cref="CallOptions.IfMatch"/> of the next write, or null.</summary>
        public string ETag => Headers.Get("ETag");

        /// <summary>The id of the request, for support.</summary>
        public string RequestId => Headers.Get("X-Request-Id");
    }

    /// <summary>Options of one call.</summary>
    public sealed class CallOptions
    {
        /// <summary>
        /// The key of a logical write. By default, each call of an operation that takes a key makes a new one and
        /// keeps it over its retries. Set it to repeat a call that another process began.
        /// </summary>
        public string IdempotencyKey { get; set; }

        /// <summary>The strong ETag of the state that a write is based on.</summary>
        public string IfMatch { get; set; }

        /// <summary>The ETag of an earlier response. The status is 304 if nothing has changed.</summary>
        public string IfNoneMatch { get; set; }

        /// <summary>The languages of texts for people, as in <c>Accept-Language</c>.</summary>
        public string AcceptLanguage { get; set; }
    }

    /// <summary>A call of an operation, as the generated methods describe it.</summary>
    internal sealed class ApiCall
    {
        internal string Method { get; set; }

        /// <summary>The path below the base address, with its variables filled in.</summary>
        internal string Path { get; set; }

        internal List<KeyValuePair<string, string>> Query { get; set; }

        /// <summary>An object to send as JSON; null sends no body.</summary>
        internal object Body { get; set; }

        /// <summary>Makes a body that is not JSON, once for each attempt.</summary>
        internal System.Func<System.Net.Http.HttpContent> Content { get; set; }

        /// <summary>Whether the operation takes an idempotency key.</summary>
        internal bool TakesKey { get; set; }

        /// <summary>Whether a POST changes nothing, so that it may be repeated.</summary>
        internal bool IsRead { get; set; }

        /// <summary>Whether to give up after the first attempt.</summary>
        internal bool IsOptional { get; set; }

        /// <summary>The code of a refusal that must not be repeated as it is, because the next request says more; or null.</summary>
        internal string FinalCode { get; set; }

        internal CallOptions Options { get; set; }

        internal bool IsFinal(ProblemException problem)
        {
            return FinalCode != null && problem.Code == FinalCode;
        }
    }
}
