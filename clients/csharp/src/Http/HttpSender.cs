using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>
    /// Sends single requests: no redirects, no cookies, no stored credentials, and each failure of the connection as a
    /// <see cref="TransportException"/> without the query of the address, because that may be a signature.
    /// </summary>
    internal sealed class HttpSender : IDisposable
    {
        /// <summary>Four parts in flight, and calls beside them. The default of the framework is 2.</summary>
        private const int ConnectionsPerHost = 16;

        private readonly HttpClient http;

        internal HttpSender(Func<HttpMessageHandler> factory)
        {
            http = new HttpClient(factory == null ? DefaultHandler() : factory(), true) { Timeout = Timeout.InfiniteTimeSpan };
        }

        /// <summary>
        /// The response with its body unread. Throws <see cref="TransportException"/> if there is none in
        /// <paramref name="timeout"/>, and <see cref="OperationCanceledException"/> if the caller cancels.
        /// </summary>
        internal async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, TimeSpan timeout, CancellationToken cancellationToken)
        {
            Uri address = request.RequestUri;
            using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            {
                limit.CancelAfter(timeout);
                try
                {
                    HttpResponseMessage response = await http
                        .SendAsync(request, HttpCompletionOption.ResponseHeadersRead, limit.Token)
                        .ConfigureAwait(false);
                    if (response.RequestMessage?.RequestUri == null || response.RequestMessage.RequestUri == address) return response;
                    response.Dispose();
                    throw new TransportException("The message handler followed a redirect. Configure it not to.");
                }
                catch (Exception error) when (IsFailure(error))
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    throw Failed(request.Method.Method, address, error);
                }
            }
        }

        public void Dispose()
        {
            http.Dispose();
        }

        /// <summary>Whether an error of the framework means that the connection failed or timed out.</summary>
        internal static bool IsFailure(Exception error)
        {
            return error is HttpRequestException || error is IOException || error is WebException
                || error is SocketException || error is ObjectDisposedException || error is OperationCanceledException
                || error is InvalidOperationException;
        }

        internal static TransportException Failed(string method, Uri address, Exception error)
        {
            string what = error is OperationCanceledException ? "timed out" : "failed";
            return new TransportException(method + " " + address.GetLeftPart(UriPartial.Path) + " " + what + ".", error);
        }

        private static HttpMessageHandler DefaultHandler()
        {
            return new HttpClientHandler
            {
                AllowAutoRedirect = false,
                AutomaticDecompression = DecompressionMethods.None,
                MaxConnectionsPerServer = ConnectionsPerHost,
                UseCookies = false,
                UseDefaultCredentials = false,
            };
        }
    }
}
