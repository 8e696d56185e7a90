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
        private const int MostInFlight = 4;

        private readonly Transport transport;
        private readonly UploadCalls calls;
        private readonly StoreWriter store;
        private readonly UploadFile file;
        private readonly string uploadId;
        private readonly Action<long> report;
        private readonly long[] sent;
        private readonly ConcurrentDictionary<int, SignedPut> signed = new ConcurrentDictionary<int, SignedPut>();
        private readonly ConcurrentDictionary<int, string> etags = new ConcurrentDictionary<int, string>();

        /// <summary><paramref name="report"/> gets the bytes of all parts that the store has.</summary>
        internal PartSender(Transport transport, UploadCalls calls, UploadFile file, string uploadId, Action<long> report)
        {
            this.transport = transport;
            this.calls = calls;
            this.file = file;
            this.uploadId = uploadId;
            this.report = report;
            sent = new long[file.Parts + 1];
            store = new StoreWriter(transport);
        }

        /// <summary>
        /// Sends what the store does not have, and returns the ETags of all parts by number; none if the store has joined them
        /// already. Parts without an address of the create are signed one by one, so that a signature is fresh.
        /// </summary>
        internal async Task<IReadOnlyDictionary<int, string>> SendAsync(OpenUpload open, CancellationToken cancellationToken)
        {
            JToken progress = await calls.ProgressAsync(uploadId, cancellationToken).ConfigureAwait(false);
            CheckParts(JsonText.IntegerOf(progress, "totalParts"), file.Parts);
            CheckParts(JsonText.IntegerOf(open.Instructions, "partSizeBytes"), UploadFile.PartBytes);
            bool isJoined = Skip(progress) == 0 && JsonText.IntegerOf(progress, "percent") == 100;
            if (!isJoined)
            {
                if (open.Instructions != null) Keep(open);
                await SendMissingAsync(cancellationToken).ConfigureAwait(false);
            }
            return new Dictionary<int, string>(etags);
        }

        private static void CheckParts(long? demanded, int own)
        {
            if (demanded.HasValue && demanded != own) throw new IntegrityException("The service requests parts of another size than its API defines.");
        }

        /// <summary>Takes the parts that the store already has, by the word of the service. Returns their number.</summary>
        private int Skip(JToken progress)
        {
            int count = 0;
            foreach (JToken part in progress?["completedParts"] as JArray ?? new JArray())
            {
                long? number = JsonText.IntegerOf(part, "partNumber");
                string etag = JsonText.StringOf(part, "etag");
                if (!IsPart(number) || etag == null || JsonText.IntegerOf(part, "sizeBytes") != file.LengthOf((int)number)) continue;
                etags[(int)number] = etag;
                sent[(int)number] = file.LengthOf((int)number);
                count += 1;
            }
            return count;
        }

        /// <summary>Takes the addresses that the creation of a session brings.</summary>
        private void Keep(OpenUpload open)
        {
            foreach (JToken part in open.Instructions["parts"] as JArray ?? new JArray())
            {
                long? number = JsonText.IntegerOf(part, "partNumber");
                if (IsPart(number)) signed[(int)number] = SignedPut.Of(part, open.Headers, transport.Options);
            }
        }

        private bool IsPart(long? number)
        {
            return number >= 1 && number <= file.Parts;
        }

        /// <summary>The first failure ends the other parts too.</summary>
        private async Task SendMissingAsync(CancellationToken cancellationToken)
        {
            var missing = new ConcurrentQueue<int>(Enumerable.Range(1, file.Parts).Where(number => !etags.ContainsKey(number)));
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
                    reply = await store.PutAsync(put, file, number, bytes => ReportSent(number, bytes), cancellationToken).ConfigureAwait(false);
                    if (reply.IsTaken && reply.ETag != null) return reply.ETag;
                    if (attempt == RetryPolicy.TransferAttempts) throw new TransportException("The store did not accept part " + number + ": status " + reply.Status + ".");
                }
                catch (TransportException) when (attempt < RetryPolicy.TransferAttempts)
                {
                    // Sent again below.
                }
                if (reply.Status == 403 || reply.Status == 410 || reply.Status == 400) signed.TryRemove(number, out _);
                await store.PauseAsync(attempt, reply, cancellationToken).ConfigureAwait(false);
            }
        }

        private void ReportSent(int number, long bytes)
        {
            Interlocked.Exchange(ref sent[number], bytes);
            report(sent.Sum());
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
