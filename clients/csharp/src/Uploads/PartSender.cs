using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Sends the missing parts of a file, four at a time (contract 8).</summary>
    internal sealed class PartSender
    {
        internal const int MostInFlight = 4;

        private const int Attempts = 5;

        private readonly Transport transport;
        private readonly UploadCalls calls;
        private readonly StoreWriter store;
        private readonly UploadFile file;
        private readonly string uploadId;
        private readonly ConcurrentDictionary<int, SignedPut> signed = new ConcurrentDictionary<int, SignedPut>();
        private readonly ConcurrentDictionary<int, string> etags = new ConcurrentDictionary<int, string>();
        private readonly Action<int, long> report;

        internal PartSender(Transport transport, UploadCalls calls, UploadFile file, string uploadId, Action<int, long> report)
        {
            this.transport = transport;
            this.calls = calls;
            this.file = file;
            this.uploadId = uploadId;
            this.report = report;
            store = new StoreWriter(transport);
        }

        /// <summary>The ETags of the parts that are at the store.</summary>
        internal IReadOnlyDictionary<int, string> ETags => new Dictionary<int, string>(etags);

        /// <summary>Takes the addresses that the creation of a session brings.</summary>
        internal void Keep(JToken instructions, ResponseHeaders response)
        {
            foreach (JToken part in instructions["parts"] as JArray ?? new JArray())
            {
                long? number = JsonText.IntegerOf(part, "partNumber");
                if (number >= 1 && number <= Total) signed[(int)number.Value] = SignedPut.Of(part, response, transport.Options);
            }
        }

        /// <summary>Takes the parts that the store already has, by the word of the service.</summary>
        internal void Skip(JToken progress)
        {
            foreach (JToken part in progress?["completedParts"] as JArray ?? new JArray())
            {
                long? number = JsonText.IntegerOf(part, "partNumber");
                string etag = JsonText.StringOf(part, "etag");
                if (number >= 1 && number <= Total && etag != null) etags[(int)number.Value] = etag;
            }
        }

        internal int Total => (int)((file.SizeBytes + UploadFile.PartBytes - 1) / UploadFile.PartBytes);

        /// <summary>Sends what is missing. The first failure ends the other parts too.</summary>
        internal async Task SendAsync(CancellationToken cancellationToken)
        {
            var missing = new ConcurrentQueue<int>(Enumerable.Range(1, Total).Where(number => !etags.ContainsKey(number)));
            var failures = new ConcurrentQueue<Exception>();
            using (var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            {
                Task[] workers = Enumerable.Range(0, MostInFlight).Select(_ => WorkAsync(missing, failures, stop)).ToArray();
                await Task.WhenAll(workers).ConfigureAwait(false);
            }
            cancellationToken.ThrowIfCancellationRequested();
            if (failures.TryDequeue(out Exception first)) ExceptionDispatchInfo.Capture(first).Throw();
        }

        private async Task WorkAsync(ConcurrentQueue<int> missing, ConcurrentQueue<Exception> failures, CancellationTokenSource stop)
        {
            try
            {
                while (missing.TryDequeue(out int number)) etags[number] = await SendPartAsync(number, stop.Token).ConfigureAwait(false);
            }
            catch (Exception error)
            {
                failures.Enqueue(error);
                stop.Cancel();
            }
        }

        private async Task<string> SendPartAsync(int number, CancellationToken cancellationToken)
        {
            for (int attempt = 1; ; attempt += 1)
            {
                SignedPut put = await AddressAsync(number, cancellationToken).ConfigureAwait(false);
                PutReply reply = default(PutReply);
                try
                {
                    reply = await store.PutAsync(put, file, number, sent => report(number, sent), cancellationToken).ConfigureAwait(false);
                    if (reply.Status >= 200 && reply.Status < 300 && reply.ETag != null) return reply.ETag;
                    if (attempt == Attempts) throw new TransportException("The store did not take part " + number + ": status " + reply.Status + ".");
                }
                catch (TransportException) when (attempt < Attempts)
                {
                    // Sent again below.
                }
                if (reply.Status == 403 || reply.Status == 410 || reply.Status == 400) signed.TryRemove(number, out _);
                if (reply.Status == 0 || RetryPolicy.IsTemporary(reply.Status)) await WaitAsync(attempt, reply, cancellationToken).ConfigureAwait(false);
            }
        }

        private async Task WaitAsync(int attempt, PutReply reply, CancellationToken cancellationToken)
        {
            TimeSpan wait = RetryPolicy.Wait(attempt, reply.RetryAfterSeconds);
            if (wait > transport.Options.MaxRetryDelay) throw new TransportException("The store is busy for " + (int)wait.TotalSeconds + " seconds.");
            await transport.Options.Clock.DelayAsync(wait, cancellationToken).ConfigureAwait(false);
        }

        private async Task<SignedPut> AddressAsync(int number, CancellationToken cancellationToken)
        {
            if (signed.TryGetValue(number, out SignedPut kept) && transport.Options.Clock.Elapsed < kept.RenewAt) return kept;
            SignedPut fresh = await calls.SignAsync(uploadId, number, cancellationToken).ConfigureAwait(false);
            signed[number] = fresh;
            return fresh;
        }
    }
}
