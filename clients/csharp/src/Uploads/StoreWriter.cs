using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>The response of a store to some bytes.</summary>
    internal struct PutReply
    {
        /// <summary>The HTTP status; 0 if there was no response.</summary>
        internal int Status { get; set; }

        internal bool IsTaken => Status >= 200 && Status < 300;

        internal string ETag { get; set; }

        internal double? RetryAfterSeconds { get; set; }
    }

    /// <summary>Sends bytes of a file to a store, without any credential of the caller.</summary>
    internal sealed class StoreWriter
    {
        private const int LongestBody = 64 * 1024;

        private readonly Transport transport;

        internal StoreWriter(Transport transport)
        {
            this.transport = transport;
        }

        /// <summary>
        /// The response with any status. Throws <see cref="TransportException"/> if there is none, and
        /// <see cref="FileChangedException"/> if the bytes are not those of the digest.
        /// </summary>
        internal async Task<PutReply> PutAsync(SignedPut put, UploadFile file, int partNumber, Action<long> report, CancellationToken cancellationToken)
        {
            long start = Math.Max(0, partNumber - 1) * (long)UploadFile.PartBytes;
            long length = partNumber == 0 ? file.SizeBytes : file.LengthOf(partNumber);
            file.CheckUnchanged();
            using (var watch = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            using (var content = new FileSlice(file, start, length, sent => { Extend(watch); report(sent); }))
            using (HttpRequestMessage request = RequestOf(put, content))
            {
                PutReply reply;
                try
                {
                    Extend(watch);
                    using (HttpResponseMessage response = await transport.Sender.SendAsync(request, Timeout.InfiniteTimeSpan, watch.Token).ConfigureAwait(false))
                    {
                        await BodyReader.ReadAllAsync(response, LongestBody, transport.Options.StallTimeout, cancellationToken).ConfigureAwait(false);
                        reply = ReplyOf(response);
                    }
                }
                catch (Exception error) when (error is ModportException || error is OperationCanceledException)
                {
                    if (content.FileError != null) throw content.FileError;
                    cancellationToken.ThrowIfCancellationRequested();
                    throw error as TransportException ?? HttpSender.Failed("PUT", put.Address, error);
                }
                if (content.Digest != null) file.CheckSent(partNumber, content.Digest);
                file.CheckUnchanged();
                return reply;
            }
        }

        /// <summary>
        /// Waits before the next attempt, unless only the address was of no use. Throws <see cref="TransportException"/> if the
        /// store demands a longer wait than the options allow.
        /// </summary>
        internal async Task PauseAsync(int attempt, PutReply reply, CancellationToken cancellationToken)
        {
            if (reply.Status != 0 && !RetryPolicy.IsTemporary(reply.Status)) return;
            TimeSpan? wait = RetryPolicy.Wait(attempt, reply.RetryAfterSeconds, transport.Options.MaxRetryDelay);
            if (!wait.HasValue) throw new TransportException("The store is busy for " + (long)reply.RetryAfterSeconds + " seconds.");
            await transport.Options.Clock.DelayAsync(wait.Value, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Each piece that the connection takes gives it another span of time.</summary>
        private void Extend(CancellationTokenSource watch)
        {
            watch.CancelAfter(transport.Options.StallTimeout);
        }

        private PutReply ReplyOf(HttpResponseMessage response)
        {
            var headers = new ResponseHeaders(response);
            return new PutReply
            {
                Status = (int)response.StatusCode,
                ETag = headers.Get("ETag"),
                RetryAfterSeconds = RetryPolicy.DemandedSeconds(headers, null, transport.Options.Clock.UtcNow),
            };
        }

        private HttpRequestMessage RequestOf(SignedPut put, HttpContent content)
        {
            var request = new HttpRequestMessage(HttpMethod.Put, put.Address) { Content = content };
            request.Headers.TryAddWithoutValidation("User-Agent", transport.Options.Identity.UserAgent);
            request.Headers.ExpectContinue = false;
            foreach (KeyValuePair<string, string> header in put.Headers)
            {
                // The framework keeps headers about the body apart from the others.
                if (header.Key.StartsWith("Content-", StringComparison.OrdinalIgnoreCase))
                {
                    content.Headers.Remove(header.Key);
                    content.Headers.TryAddWithoutValidation(header.Key, header.Value);
                }
                else request.Headers.TryAddWithoutValidation(header.Key, header.Value);
            }
            return request;
        }
    }
}
