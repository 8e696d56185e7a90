using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Uploads one file. Every step can be repeated after an interruption, also by another process.</summary>
    internal sealed class Uploader
    {
        private readonly Transport transport;
        private readonly UploadCalls calls;
        private readonly UploadRequest request;
        private UploadFile file;
        private JObject declaration;
        private UploadState state;

        internal Uploader(Transport transport, UploadRequest request)
        {
            this.transport = transport;
            this.request = request;
            calls = new UploadCalls(transport);
        }

        private IClock Clock => transport.Options.Clock;

        private string StatePath => System.IO.Path.GetFullPath(request.StatePath ?? request.Path + ".upload.json");

        internal async Task<UploadResult> RunAsync(CancellationToken cancellationToken)
        {
            using (FileLock held = FileLock.TryTake(StatePath + ".lock"))
            {
                if (held == null) throw new FileBusyException(request.Path);
                file = await UploadFile.ReadAsync(request.Path, request.Progress, cancellationToken).ConfigureAwait(false);
                declaration = UploadDeclaration.Of(request, file);
                state = UploadState.Open(StatePath, UploadDeclaration.DigestOf(declaration, transport.Options));
                JObject session = await ResumedAsync(cancellationToken).ConfigureAwait(false);
                if (session == null || Sessions.TakesBytes(session)) session = await SendAsync(session, cancellationToken).ConfigureAwait(false);
                if (request.WaitForScan) session = await WaitAsync(session, cancellationToken).ConfigureAwait(false);
                if (Sessions.IsSettled(session)) state.Delete();
                return Checked(session);
            }
        }

        /// <summary>The session of an earlier run that can still be used, or null.</summary>
        private async Task<JObject> ResumedAsync(CancellationToken cancellationToken)
        {
            if (state.UploadId == null) return null;
            try
            {
                JObject session = await calls.ReadAsync(state.UploadId, cancellationToken).ConfigureAwait(false);
                if (!Sessions.IsOver(session)) return session;
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
            OpenUpload open = await OpenAsync(known, cancellationToken).ConfigureAwait(false);
            if (!Sessions.TakesBytes(open.Session)) return open.Session;
            IReadOnlyDictionary<int, string> parts = new Dictionary<int, string>();
            if (Sessions.IsMultipart(open.Session))
            {
                var sender = new PartSender(transport, calls, file, state.UploadId, ReportSent);
                parts = await sender.SendAsync(open, cancellationToken).ConfigureAwait(false);
            }
            else
            {
                var sender = new WholeSender(transport, file, CreateAsync, ReportSent);
                await sender.SendAsync(open, cancellationToken).ConfigureAwait(false);
            }
            file.CheckUnchanged();
            // Without parts the key is a new one. An earlier run may have named the parts under the stored key before the store
            // joined them, and a key belongs to one body. The service completes an upload once, with any keys.
            string key = parts.Count > 0 ? state.CompleteKey : Guid.NewGuid().ToString();
            return await calls.CompleteAsync(state.UploadId, parts, key, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>
        /// The session to send to. One with parts is continued by its id alone, because it outlives the key of its create by a
        /// day (contract 8). Another one gets its address from the create.
        /// </summary>
        private async Task<OpenUpload> OpenAsync(JObject known, CancellationToken cancellationToken)
        {
            if (known != null && Sessions.IsMultipart(known) && Sessions.TakesParts(known)) return new OpenUpload(known, null);
            if (known == null)
            {
                await calls.ValidateAsync(declaration, cancellationToken).ConfigureAwait(false);
                state.Keep(null);
            }
            OpenUpload open;
            try
            {
                open = await CreateAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (ProblemException problem) when (problem.Status == 410 || problem.Code == "idempotency_conflict" || problem.Code == "idempotency_replay_unavailable")
            {
                // A session of the same key that has ended makes room for another.
                state.Restart();
                state.Keep(null);
                open = await CreateAsync(cancellationToken).ConfigureAwait(false);
            }
            string uploadId = JsonText.StringOf(open.Session, "upload_id");
            if (!Guid.TryParse(uploadId, out Guid id)) throw new IntegrityException("The service sent no valid upload id.");
            state.Keep(id.ToString());
            return open;
        }

        private Task<OpenUpload> CreateAsync(CancellationToken cancellationToken)
        {
            return calls.CreateAsync(declaration, state.CreateKey, cancellationToken);
        }

        private async Task<JObject> WaitAsync(JObject session, CancellationToken cancellationToken)
        {
            const double longestSeconds = 5;
            TimeSpan end = Clock.Elapsed + request.ScanTimeout;
            for (double seconds = 0.25; ; seconds = Math.Min(longestSeconds, seconds * 1.5))
            {
                request.Progress?.Report(new TransferProgress(Sessions.StateOf(session), file.SizeBytes, file.SizeBytes));
                if (Sessions.IsSettled(session)) return session;
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

        private void ReportSent(long bytes)
        {
            request.Progress?.Report(new TransferProgress("upload", bytes, file.SizeBytes));
        }
    }
}
