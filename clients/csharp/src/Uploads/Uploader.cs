using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Uploads one file. Every step can be repeated after an interruption, also by another process.</summary>
    internal sealed class Uploader
    {
        private const int Attempts = 5;

        private static readonly HashSet<string> Settled = new HashSet<string> { "ready", "published", "failed", "quarantined", "cancelled" };
        private static readonly HashSet<string> TakesBytes = new HashSet<string> { "draft", "uploading" };

        private readonly Transport transport;
        private readonly UploadCalls calls;
        private readonly StoreWriter store;
        private readonly UploadRequest request;
        private UploadFile file;
        private UploadState state;

        internal Uploader(Transport transport, UploadRequest request)
        {
            this.transport = transport;
            this.request = request;
            calls = new UploadCalls(transport);
            store = new StoreWriter(transport);
        }

        private IClock Clock => transport.Options.Clock;

        private string StatePath => System.IO.Path.GetFullPath(request.StatePath ?? request.Path + ".upload.json");

        internal async Task<UploadResult> RunAsync(CancellationToken cancellationToken)
        {
            using (FileLock held = FileLock.TryTake(StatePath + ".lock"))
            {
                if (held == null) throw new FileBusyException(request.Path);
                file = await UploadFile.ReadAsync(request.Path, request.Progress, cancellationToken).ConfigureAwait(false);
                state = UploadState.Open(StatePath, Subject());
                JObject session = await ResumedAsync(cancellationToken).ConfigureAwait(false);
                if (session == null || TakesBytes.Contains(StateOf(session)) || IsInterrupted(session))
                {
                    session = await SendAsync(session, cancellationToken).ConfigureAwait(false);
                }
                if (request.WaitForScan) session = await WaitAsync(session, cancellationToken).ConfigureAwait(false);
                if (Settled.Contains(StateOf(session))) state.Delete();
                return Checked(session);
            }
        }

        private string Subject()
        {
            return string.Join(" ", request.ModId, request.VersionId, file.Sha256, file.SizeBytes, request.FileKind ?? "main");
        }

        /// <summary>The session of an earlier run that can still be used, or null.</summary>
        private async Task<JObject> ResumedAsync(CancellationToken cancellationToken)
        {
            if (state.UploadId == null) return null;
            try
            {
                JObject session = await calls.ReadAsync(state.UploadId, cancellationToken).ConfigureAwait(false);
                if (StateOf(session) != "cancelled" && (StateOf(session) != "failed" || IsInterrupted(session))) return session;
            }
            catch (ProblemException problem) when (problem.Status == 404 || problem.Status == 410)
            {
                // Expired or deleted.
            }
            state.Restart();
            return null;
        }

        private async Task<JObject> SendAsync(JObject known, CancellationToken cancellationToken)
        {
            JObject declaration = Declaration();
            if (known == null)
            {
                await calls.ValidateAsync(declaration, cancellationToken).ConfigureAwait(false);
                state.Keep(null);
            }
            Tuple<JObject, ResponseHeaders> created = await CreateAsync(declaration, cancellationToken).ConfigureAwait(false);
            JObject session = created.Item1;
            string uploadId = JsonText.StringOf(session, "upload_id");
            if (!Guid.TryParse(uploadId, out Guid id)) throw new IntegrityException("The service names no upload.");
            state.Keep(id.ToString());
            if (!TakesBytes.Contains(StateOf(session)) && !IsInterrupted(session)) return session;
            IReadOnlyDictionary<int, string> parts = new Dictionary<int, string>();
            bool isWhole = JsonText.StringOf(session, "strategy") != "multipart";
            if (isWhole) await SendWholeAsync(created, declaration, cancellationToken).ConfigureAwait(false);
            else parts = await SendPartsAsync(created, cancellationToken).ConfigureAwait(false);
            file.CheckUnchanged();
            return await calls.CompleteAsync(state.UploadId, parts, state.CompleteKey, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>A session of the same key that has ended makes room for another.</summary>
        private async Task<Tuple<JObject, ResponseHeaders>> CreateAsync(JObject declaration, CancellationToken cancellationToken)
        {
            try
            {
                return await calls.CreateAsync(declaration, state.CreateKey, cancellationToken).ConfigureAwait(false);
            }
            catch (ProblemException problem) when (problem.Status == 410 || problem.Code == "idempotency_conflict" || problem.Code == "idempotency_replay_unavailable")
            {
                state.Restart();
                state.Keep(null);
                return await calls.CreateAsync(declaration, state.CreateKey, cancellationToken).ConfigureAwait(false);
            }
        }

        /// <summary>
        /// Sends the file in one PUT. 412 means that an earlier PUT may have arrived: nothing is overwritten, and completing
        /// decides (contract 4.4).
        /// </summary>
        private async Task SendWholeAsync(Tuple<JObject, ResponseHeaders> created, JObject declaration, CancellationToken cancellationToken)
        {
            for (int attempt = 1; ; attempt += 1)
            {
                JToken instructions = created.Item1["upload"];
                if (instructions == null || instructions.Type == JTokenType.Null) return;
                PutReply reply = default(PutReply);
                try
                {
                    SignedPut put = SignedPut.Of(instructions, created.Item2, transport.Options);
                    reply = await store.PutAsync(put, file, 0, ReportSent, cancellationToken).ConfigureAwait(false);
                    if (reply.Status >= 200 && reply.Status < 300 || reply.Status == 412) return;
                    if (attempt == Attempts) throw new TransportException("The store did not take the file: status " + reply.Status + ".");
                }
                catch (TransportException) when (attempt < Attempts)
                {
                    // Sent again below.
                }
                if (reply.Status == 0 || RetryPolicy.IsTemporary(reply.Status))
                {
                    TimeSpan wait = RetryPolicy.Wait(attempt, reply.RetryAfterSeconds);
                    if (wait > transport.Options.MaxRetryDelay) throw new TransportException("The store is busy for " + (int)wait.TotalSeconds + " seconds.");
                    await Clock.DelayAsync(wait, cancellationToken).ConfigureAwait(false);
                }
                created = await calls.CreateAsync(declaration, state.CreateKey, cancellationToken).ConfigureAwait(false);
            }
        }

        private async Task<IReadOnlyDictionary<int, string>> SendPartsAsync(Tuple<JObject, ResponseHeaders> created, CancellationToken cancellationToken)
        {
            JToken upload = created.Item1["upload"];
            long? partBytes = JsonText.IntegerOf(upload, "partSizeBytes");
            if (partBytes.HasValue && partBytes != UploadFile.PartBytes) throw new IntegrityException("The service demands parts of another size than the contract.");
            var sent = new long[(int)(file.SizeBytes / UploadFile.PartBytes) + 2];
            var sender = new PartSender(transport, calls, file, state.UploadId, (number, bytes) =>
            {
                Interlocked.Exchange(ref sent[number], bytes);
                ReportSent(sent.Sum());
            });
            JObject now = await calls.ReadAsync(state.UploadId, cancellationToken).ConfigureAwait(false);
            if (JsonText.BooleanOf(now["progress"], "available") != false) sender.Skip(now["progress"]);
            foreach (int number in sender.ETags.Keys) sent[number] = Math.Min(UploadFile.PartBytes, file.SizeBytes - (number - 1L) * UploadFile.PartBytes);
            bool isJoined = JsonText.IntegerOf(now["progress"], "percent") == 100 && sender.ETags.Count == 0;
            if (isJoined) return sender.ETags;
            if (upload is JObject) sender.Keep(upload, created.Item2);
            await sender.SendAsync(cancellationToken).ConfigureAwait(false);
            return sender.ETags;
        }

        private async Task<JObject> WaitAsync(JObject session, CancellationToken cancellationToken)
        {
            const double longestSeconds = 5;
            TimeSpan end = Clock.Elapsed + request.ScanTimeout;
            for (double seconds = 0.25; ; seconds = Math.Min(longestSeconds, seconds * 1.5))
            {
                request.Progress?.Report(new TransferProgress(StateOf(session), file.SizeBytes, file.SizeBytes));
                if (Settled.Contains(StateOf(session))) return session;
                if (Clock.Elapsed >= end) return session;
                double demanded = JsonText.NumberOf(session["retry"], "retryAfterSeconds") ?? 0;
                double wait = Math.Max(seconds, Math.Min(demanded, transport.Options.MaxRetryDelay.TotalSeconds));
                await Clock.DelayAsync(TimeSpan.FromSeconds(wait), cancellationToken).ConfigureAwait(false);
                session = await calls.ReadAsync(state.UploadId, cancellationToken).ConfigureAwait(false);
            }
        }

        private static UploadResult Checked(JObject session)
        {
            var result = new UploadResult(session);
            if (result.State != "failed" && result.State != "cancelled") return result;
            JToken failure = session["failure"];
            var faults = new List<UploadFault>();
            if (failure is JObject) faults.Add(new UploadFault(failure));
            string code = JsonText.StringOf(failure, "code") ?? result.State;
            throw new UploadRefusedException("The upload has failed: " + code + ".", faults, result);
        }

        private static string StateOf(JToken session)
        {
            return JsonText.StringOf(session, "lifecycleStatus") ?? "unknown";
        }

        private static bool IsInterrupted(JToken session)
        {
            return JsonText.StringOf(session["failure"], "state") == "upload_interrupted";
        }

        private JObject Declaration()
        {
            var body = new JObject
            {
                ["modId"] = request.ModId,
                ["versionId"] = request.VersionId,
                ["filename"] = request.Filename ?? System.IO.Path.GetFileName(request.Path),
                ["sizeBytes"] = file.SizeBytes,
                ["expectedHashes"] = new JObject { ["sha256"] = file.Sha256 },
            };
            if (request.ContentType != null) body["contentType"] = request.ContentType;
            if (request.FileKind != null) body["fileKind"] = request.FileKind;
            if (request.Label != null) body["label"] = request.Label;
            if (request.FileVersion != null) body["fileVersion"] = request.FileVersion;
            return body;
        }

        private void ReportSent(long bytes)
        {
            request.Progress?.Report(new TransferProgress("upload", bytes, file.SizeBytes));
        }
    }
}
