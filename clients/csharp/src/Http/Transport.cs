using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Calls operations: identity, credentials, retries and problems.</summary>
    internal sealed class Transport : IDisposable
    {
        /// <summary>Far above every response of the service.</summary>
        private const int LongestBody = 32 * 1024 * 1024;

        private readonly ModportClientOptions options;
        private readonly string baseAddress;

        internal Transport(ModportClientOptions options)
        {
            options.Check();
            this.options = options;
            baseAddress = options.BaseAddress.GetLeftPart(UriPartial.Path).TrimEnd('/');
            Sender = new HttpSender(options.HandlerFactory);
        }

        internal ModportClientOptions Options => options;

        internal HttpSender Sender { get; }

        /// <summary>
        /// The response of a successful call. Throws <see cref="ProblemException"/> for an error response, and
        /// <see cref="TransportException"/> if no attempt got a response.
        /// </summary>
        internal async Task<ApiResponse<T>> CallAsync<T>(ApiCall call, CancellationToken cancellationToken)
        {
            string key = KeyOf(call);
            bool mayRepeat = !call.IsOptional && IsRepeatable(call, key);
            string token = await TokenAsync(cancellationToken).ConfigureAwait(false);
            bool hasRefreshed = false;
            for (int attempt = 1; ;)
            {
                bool isLast = !mayRepeat || attempt >= options.MaxAttempts;
                TimeSpan wait;
                try
                {
                    return await AttemptAsync<T>(call, key, token, cancellationToken).ConfigureAwait(false);
                }
                catch (ProblemException problem) when (problem.Status == 401 && token != null && !hasRefreshed)
                {
                    hasRefreshed = true;
                    string next = await options.Tokens.RefreshAsync(token, cancellationToken).ConfigureAwait(false);
                    if (next == null || next == token) throw;
                    token = next;
                    continue;
                }
                catch (ProblemException problem) when (!isLast && !call.IsFinal(problem) && RetryPolicy.IsTemporary(problem))
                {
                    TimeSpan? demanded = RetryPolicy.Wait(attempt, problem.RetryAfterSeconds, options.MaxRetryDelay);
                    if (!demanded.HasValue) throw;
                    wait = demanded.Value;
                }
                catch (TransportException) when (!isLast)
                {
                    wait = RetryPolicy.Backoff(attempt);
                }
                attempt += 1;
                await options.Clock.DelayAsync(wait, cancellationToken).ConfigureAwait(false);
            }
        }

        public void Dispose()
        {
            Sender.Dispose();
        }

        private async Task<ApiResponse<T>> AttemptAsync<T>(ApiCall call, string key, string token, CancellationToken cancellationToken)
        {
            using (HttpRequestMessage request = RequestOf(call, key, token))
            using (HttpResponseMessage response = await Sender.SendAsync(request, options.CallTimeout, cancellationToken).ConfigureAwait(false))
            {
                var headers = new ResponseHeaders(response);
                int status = (int)response.StatusCode;
                bool isUnchanged = status == 304 && call.Options?.IfNoneMatch != null;
                if (status == 204 || isUnchanged) return new ApiResponse<T>(status, headers, default(T));
                byte[] body = await BodyReader.ReadAllAsync(response, LongestBody, options.CallTimeout, cancellationToken).ConfigureAwait(false);
                if (status < 200 || status > 299) throw ProblemOf(status, headers, body);
                try
                {
                    return new ApiResponse<T>(status, headers, BodyOf<T>(body));
                }
                catch (Exception error) when (error is JsonException || error is FormatException || error is OverflowException || error is InvalidCastException || error is ArgumentException)
                {
                    throw new TransportException("The response to " + call.Method + " " + call.Path + " is not valid JSON of the expected form.", error);
                }
            }
        }

        private static T BodyOf<T>(byte[] body)
        {
            JToken document = JsonText.Parse(body);
            if (!(document is JObject)) throw new JsonSerializationException("The response is not an object.");
            return document is T same ? same : JsonText.Convert<T>(document);
        }

        private ProblemException ProblemOf(int status, ResponseHeaders headers, byte[] body)
        {
            JObject document = null;
            try
            {
                document = JsonText.Parse(body) as JObject;
            }
            catch (JsonException)
            {
                // A proxy in between responds with a page. The status is all that there is.
            }
            return new ProblemException(status, document, headers, RetryPolicy.DemandedSeconds(headers, document, options.Clock.UtcNow));
        }

        private HttpRequestMessage RequestOf(ApiCall call, string key, string token)
        {
            var request = new HttpRequestMessage(new HttpMethod(call.Method), AddressOf(call));
            HttpRequestHeaders headers = request.Headers;
            Identify(headers, token != null);
            headers.TryAddWithoutValidation("Accept", "application/json");
            headers.TryAddWithoutValidation("Accept-Encoding", "identity");
            Add(headers, "Accept-Language", call.Options?.AcceptLanguage);
            Add(headers, "If-Match", call.Options?.IfMatch);
            Add(headers, "If-None-Match", call.Options?.IfNoneMatch);
            Add(headers, "Idempotency-Key", key);
            if (token != null) Add(headers, "Authorization", "Bearer " + token);
            // A body is small: waiting for 100 Continue would only cost a round trip.
            headers.ExpectContinue = false;
            if (call.Content != null) request.Content = call.Content();
            else if (call.Body != null)
            {
                request.Content = new ByteArrayContent(JsonText.Write(call.Body));
                request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json");
            }
            return request;
        }

        /// <summary>With a token of OAuth, its application is authoritative: the service refuses writes of another name (contract 5.5).</summary>
        private void Identify(HttpRequestHeaders headers, bool hasToken)
        {
            string application = hasToken ? (options.Tokens as IOAuthTokenProvider)?.ClientId : null;
            headers.TryAddWithoutValidation("User-Agent", options.Identity.UserAgent);
            Add(headers, "X-Service-Client", application ?? options.Identity.Name);
            headers.TryAddWithoutValidation("X-Service-Client-Version", options.Identity.Version);
        }

        private Uri AddressOf(ApiCall call)
        {
            var text = new StringBuilder(baseAddress).Append(call.Path);
            char separator = '?';
            foreach (KeyValuePair<string, string> one in call.Query ?? Enumerable.Empty<KeyValuePair<string, string>>())
            {
                if (one.Value == null) continue;
                text.Append(separator).Append(one.Key).Append('=').Append(Uri.EscapeDataString(one.Value));
                separator = '&';
            }
            return new Uri(text.ToString());
        }

        /// <summary>Safe and idempotent methods, reads by POST, and writes with a key (contract 8).</summary>
        private static bool IsRepeatable(ApiCall call, string key)
        {
            return call.IsRead || key != null || call.Method != "POST" && call.Method != "PATCH";
        }

        private static string KeyOf(ApiCall call)
        {
            return call.Options?.IdempotencyKey ?? (call.TakesKey ? Guid.NewGuid().ToString() : null);
        }

        private Task<string> TokenAsync(CancellationToken cancellationToken)
        {
            return options.Tokens == null ? Task.FromResult<string>(null) : options.Tokens.GetTokenAsync(cancellationToken);
        }

        /// <summary>Adds a header. Throws <see cref="ArgumentException"/> for a value that would end the line.</summary>
        private static void Add(HttpRequestHeaders headers, string name, string value)
        {
            if (value == null) return;
            if (value.Any(one => one < ' ' || one > '~')) throw new ArgumentException(name + " has characters that a header must not have.");
            headers.TryAddWithoutValidation(name, value);
        }
    }
}
