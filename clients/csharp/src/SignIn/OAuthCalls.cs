using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Requests to the OAuth endpoints (contract 4.7). They are not repeated: codes and refresh tokens work once.</summary>
    internal sealed class OAuthCalls
    {
        private const int LongestBody = 1024 * 1024;

        private readonly Transport transport;
        private readonly SignInOptions options;

        internal OAuthCalls(Transport transport, SignInOptions options)
        {
            this.transport = transport;
            this.options = options;
            Uri address = options.AuthAddress ?? transport.Options.BaseAddress;
            bool isSafe = address.IsAbsoluteUri && (address.Scheme == "https" || address.Scheme == "http" && address.IsLoopback);
            if (!isSafe) throw new ArgumentException("AuthAddress must use https, except on this machine.");
            Issuer = address.GetLeftPart(UriPartial.Authority);
        }

        /// <summary>The origin, the value of <c>iss</c>.</summary>
        internal string Issuer { get; }

        /// <summary>The response of a POST. Throws <see cref="SignInException"/> with the code of an error.</summary>
        internal async Task<JObject> PostAsync(string path, Dictionary<string, string> form, CancellationToken cancellationToken)
        {
            form["client_id"] = options.ClientId;
            using (var request = new HttpRequestMessage(HttpMethod.Post, Issuer + path) { Content = new FormUrlEncodedContent(form) })
            {
                return await SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
        }

        internal async Task<JObject> GetAsync(string path, CancellationToken cancellationToken)
        {
            using (var request = new HttpRequestMessage(HttpMethod.Get, Issuer + path))
            {
                return await SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
        }

        private async Task<JObject> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            request.Headers.TryAddWithoutValidation("Accept", "application/json");
            request.Headers.TryAddWithoutValidation("Accept-Encoding", "identity");
            request.Headers.TryAddWithoutValidation("User-Agent", transport.Options.Identity.UserAgent);
            request.Headers.ExpectContinue = false;
            TimeSpan timeout = transport.Options.CallTimeout;
            using (HttpResponseMessage response = await transport.Sender.SendAsync(request, timeout, cancellationToken).ConfigureAwait(false))
            {
                byte[] body = await BodyReader.ReadAllAsync(response, LongestBody, timeout, cancellationToken).ConfigureAwait(false);
                JObject document = Parsed(body);
                if ((int)response.StatusCode >= 200 && (int)response.StatusCode < 300) return document ?? new JObject();
                throw ErrorOf((int)response.StatusCode, document);
            }
        }

        private static JObject Parsed(byte[] body)
        {
            if (body.Length == 0) return null;
            try
            {
                return JsonText.Parse(body) as JObject;
            }
            catch (JsonException)
            {
                return null;
            }
        }

        private static SignInException ErrorOf(int status, JObject document)
        {
            string code = JsonText.StringOf(document, "error") ?? JsonText.StringOf(document, "code");
            string text = JsonText.StringOf(document, "error_description") ?? JsonText.StringOf(document, "detail");
            var error = new SignInException(code ?? "invalid_response", text ?? "The sign-in failed with status " + status + ".");
            error.Data["status"] = status;
            error.Data["retry_after_seconds"] = JsonText.NumberOf(document, "retry_after_seconds");
            return error;
        }
    }
}
