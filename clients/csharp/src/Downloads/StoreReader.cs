using System;
using System.IO;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Requests to a store: without any credential, because the address contains one.</summary>
    internal sealed class StoreReader
    {
        private const int BufferBytes = 128 * 1024;
        private const int LongestProblem = 64 * 1024;

        /// <summary>Releases at code hosts redirect to their stores.</summary>
        private const int MostRedirects = 5;

        private readonly Transport transport;

        internal StoreReader(Transport transport)
        {
            this.transport = transport;
        }

        private TimeSpan Stall => transport.Options.StallTimeout;

        /// <summary>Asks for size and ETag. Throws <see cref="IntegrityException"/> if the size is another one.</summary>
        internal async Task HeadAsync(DownloadTicket ticket, CancellationToken cancellationToken)
        {
            using (HttpResponseMessage response = await SendAsync(HttpMethod.Head, ticket.HeadAddress, ticket, 0, cancellationToken).ConfigureAwait(false))
            {
                var headers = new ResponseHeaders(response);
                if ((int)response.StatusCode != 200) throw Problem(response, headers, null);
                long? length = response.Content?.Headers.ContentLength;
                if (length.HasValue && length != ticket.SizeBytes) throw new IntegrityException("The store declares another size of the file.");
                string etag = headers.Get("ETag");
                ticket.ETag = Etags.IsStrong(etag) ? etag : null;
                ticket.NeedsHead = false;
            }
        }

        /// <summary>
        /// Appends bytes until the end of the file or of the response. Throws <see cref="IntegrityException"/> for a lie,
        /// <see cref="ProblemException"/> for a refusal and <see cref="TransportException"/> for a broken connection; the
        /// bytes before it are kept.
        /// </summary>
        internal async Task FetchAsync(DownloadTicket ticket, PartialFile part, Action<long> report, CancellationToken cancellationToken)
        {
            using (HttpResponseMessage response = await SendAsync(HttpMethod.Get, ticket.Address, ticket, part.Length, cancellationToken).ConfigureAwait(false))
            {
                var headers = new ResponseHeaders(response);
                int status = (int)response.StatusCode;
                if (status != 200 && !(status == 206 && part.Length > 0))
                {
                    byte[] body = await BodyReader.ReadAllAsync(response, LongestProblem, Stall, cancellationToken).ConfigureAwait(false);
                    throw Problem(response, headers, body);
                }
                string lie = RangeReply.LieIn(response, headers, ticket, part.Length);
                if (lie != null) throw new IntegrityException(lie);
                // A store that ignores the range sends the file from its beginning.
                if (status == 200 && part.Length > 0) part.Restart();
                long end = status == 206 ? part.Length + (response.Content.Headers.ContentLength ?? ticket.SizeBytes - part.Length) : ticket.SizeBytes;
                await CopyAsync(response, part, end, report, cancellationToken).ConfigureAwait(false);
            }
        }

        private async Task CopyAsync(HttpResponseMessage response, PartialFile part, long end, Action<long> report, CancellationToken cancellationToken)
        {
            var buffer = new byte[BufferBytes];
            using (Stream body = await BodyReader.OpenAsync(response, cancellationToken).ConfigureAwait(false))
            {
                while (part.Length < end)
                {
                    int room = (int)Math.Min(buffer.Length, end - part.Length);
                    int count = await BodyReader.ReadAsync(response, body, buffer, room, Stall, cancellationToken).ConfigureAwait(false);
                    if (count == 0) throw new TransportException("The bytes ended early.");
                    await part.AppendAsync(buffer, count, cancellationToken).ConfigureAwait(false);
                    report(part.Length);
                }
                if (response.Content.Headers.ContentLength.HasValue) return;
                int more = await BodyReader.ReadAsync(response, body, buffer, 1, Stall, cancellationToken).ConfigureAwait(false);
                if (more == 0) return;
                part.Restart();
                throw new IntegrityException("The store sends more bytes than the file has.");
            }
        }

        private async Task<HttpResponseMessage> SendAsync(HttpMethod method, Uri address, DownloadTicket ticket, long from, CancellationToken cancellationToken)
        {
            for (int redirects = 0; ; redirects += 1)
            {
                using (HttpRequestMessage request = RequestOf(method, address, ticket, from))
                {
                    HttpResponseMessage response = await transport.Sender
                        .SendAsync(request, Stall, cancellationToken)
                        .ConfigureAwait(false);
                    Uri next = NextOf(response, address, ticket);
                    if (next == null) return response;
                    response.Dispose();
                    if (redirects == MostRedirects) throw new IntegrityException("The provider redirects too often.");
                    address = next;
                }
            }
        }

        private HttpRequestMessage RequestOf(HttpMethod method, Uri address, DownloadTicket ticket, long from)
        {
            var request = new HttpRequestMessage(method, address);
            request.Headers.TryAddWithoutValidation("User-Agent", transport.Options.Identity.UserAgent);
            request.Headers.TryAddWithoutValidation("Accept-Encoding", "identity");
            if (method != HttpMethod.Get) return request;
            if (from > 0) request.Headers.TryAddWithoutValidation("Range", "bytes=" + from + "-");
            if (ticket.ETag != null) request.Headers.TryAddWithoutValidation("If-Match", ticket.ETag);
            return request;
        }

        /// <summary>The target of a redirect to follow, or null. Only providers of external files may redirect.</summary>
        private Uri NextOf(HttpResponseMessage response, Uri address, DownloadTicket ticket)
        {
            int status = (int)response.StatusCode;
            bool isRedirect = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
            if (!isRedirect || !ticket.IsExternal || response.Headers.Location == null) return null;
            var target = new Uri(address, response.Headers.Location);
            return DownloadTicket.SafeAddress(target.AbsoluteUri, transport.Options, "a redirect");
        }

        private ProblemException Problem(HttpResponseMessage response, ResponseHeaders headers, byte[] body)
        {
            JObject document = null;
            try
            {
                if (body != null && body.Length > 0) document = JsonText.Parse(body) as JObject;
            }
            catch (Newtonsoft.Json.JsonException)
            {
                // Other stores describe errors in XML. The status is enough.
            }
            double? wait = RetryPolicy.DemandedSeconds(headers, document, transport.Options.Clock.UtcNow);
            return new ProblemException((int)response.StatusCode, document, headers, wait);
        }
    }
}
