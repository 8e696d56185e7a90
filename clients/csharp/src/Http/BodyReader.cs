using System;
using System.Diagnostics;
using System.IO;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>Reads bodies of responses with a limit on their size and on each wait.</summary>
    internal static class BodyReader
    {
        /// <summary>
        /// The whole body. Throws <see cref="TransportException"/> if it ends early, is larger than the limit, or takes longer
        /// than <paramref name="longest"/> in all.
        /// </summary>
        internal static async Task<byte[]> ReadAllAsync(HttpResponseMessage response, int limitBytes, TimeSpan longest, CancellationToken cancellationToken)
        {
            Stopwatch watch = Stopwatch.StartNew();
            if (response.Content == null) return new byte[0];
            long? declared = response.Content.Headers.ContentLength;
            if (declared > limitBytes) throw new TransportException("The response is larger than " + limitBytes + " bytes.");
            using (Stream body = await OpenAsync(response, cancellationToken).ConfigureAwait(false))
            using (var kept = new MemoryStream())
            {
                var buffer = new byte[16 * 1024];
                int count;
                while ((count = await ReadAsync(response, body, buffer, buffer.Length, Left(longest, watch), cancellationToken).ConfigureAwait(false)) > 0)
                {
                    if (kept.Length + count > limitBytes) throw new TransportException("The response is larger than " + limitBytes + " bytes.");
                    kept.Write(buffer, 0, count);
                }
                if (declared.HasValue && kept.Length != declared) throw new TransportException("The response ended early.");
                return kept.ToArray();
            }
        }

        /// <summary>The rest of a time, so that single bytes now and then do not keep a call alive.</summary>
        private static TimeSpan Left(TimeSpan longest, Stopwatch watch)
        {
            TimeSpan left = longest - watch.Elapsed;
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }

        internal static async Task<Stream> OpenAsync(HttpResponseMessage response, CancellationToken cancellationToken)
        {
            try
            {
                return await response.Content.ReadAsStreamAsync().ConfigureAwait(false);
            }
            catch (Exception error) when (HttpSender.IsFailure(error))
            {
                cancellationToken.ThrowIfCancellationRequested();
                throw new TransportException("The response cannot be read.", error);
            }
        }

        /// <summary>
        /// Reads some bytes; 0 at the end. Some runtimes ignore the cancellation of a pending read, so the response is
        /// disposed instead.
        /// </summary>
        internal static async Task<int> ReadAsync(HttpResponseMessage response, Stream body, byte[] buffer, int count, TimeSpan stall, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            using (var timer = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            {
                try
                {
                    Task<int> read = body.ReadAsync(buffer, 0, count, cancellationToken);
                    if (!read.IsCompleted)
                    {
                        Task first = await Task.WhenAny(read, Task.Delay(stall, timer.Token)).ConfigureAwait(false);
                        if (first != read)
                        {
                            Forget(read);
                            response.Dispose();
                            cancellationToken.ThrowIfCancellationRequested();
                            throw new TransportException("The response stalled.");
                        }
                    }
                    return await read.ConfigureAwait(false);
                }
                catch (Exception error) when (HttpSender.IsFailure(error))
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    throw new TransportException("The connection broke.", error);
                }
                finally
                {
                    timer.Cancel();
                }
            }
        }

        /// <summary>Observes the error of a task that is no longer awaited.</summary>
        private static void Forget(Task task)
        {
            task.ContinueWith(
                ended => ended.Exception,
                CancellationToken.None,
                TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default);
        }
    }
}
