using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>
    /// Downloads one file. The bytes gather in <c>&lt;target&gt;.part</c>; the target appears when their digest is right.
    /// </summary>
    internal sealed class Downloader
    {
        /// <summary>Failures after which another store is asked.</summary>
        private const int FailuresBeforeFallback = 2;

        private readonly Transport transport;
        private readonly DownloadCalls calls;
        private readonly StoreReader store;
        private readonly string artifactId;
        private readonly string target;
        private readonly DownloadOptions options;
        private DownloadTicket ticket;
        private bool hasFallenBack;

        internal Downloader(Transport transport, string artifactId, string target, DownloadOptions options)
        {
            if (!Guid.TryParse(artifactId, out Guid id)) throw new ArgumentException("The id of the file must be a UUID.", nameof(artifactId));
            this.transport = transport;
            this.artifactId = id.ToString();
            this.target = Path.GetFullPath(target);
            this.options = options ?? new DownloadOptions();
            calls = new DownloadCalls(transport, this.artifactId, this.options.LongestWait);
            store = new StoreReader(transport);
        }

        private string PartPath => target + ".part";

        private string StatePath => target + ".part.json";

        private IClock Clock => transport.Options.Clock;

        internal async Task<DownloadResult> RunAsync(CancellationToken cancellationToken)
        {
            using (FileLock held = FileLock.TryTake(target + ".part.lock"))
            {
                if (held == null) throw new FileBusyException(target);
                DownloadState state = DownloadState.Read(StatePath, artifactId);
                // Bytes of another file, or of no known one, are of no use.
                if (state == null) File.Delete(PartPath);
                Accept(await calls.ResolveAsync(state?.JobId, null, 0, ReportWait, cancellationToken).ConfigureAwait(false));
                bool wasPresent = await IsPresentAsync(cancellationToken).ConfigureAwait(false);
                if (!wasPresent)
                {
                    DownloadState.Write(StatePath, artifactId, ticket);
                    await FetchVerifiedAsync(cancellationToken).ConfigureAwait(false);
                    AtomicFile.Replace(PartPath, target);
                }
                AtomicFile.TryDelete(PartPath);
                AtomicFile.TryDelete(StatePath);
                await calls.ReportDoneAsync(ticket, cancellationToken).ConfigureAwait(false);
                return new DownloadResult(target, ticket.SizeBytes, ticket.Sha256, wasPresent);
            }
        }

        private async Task<bool> IsPresentAsync(CancellationToken cancellationToken)
        {
            var file = new FileInfo(target);
            return file.Exists && file.Length == ticket.SizeBytes
                && await PartialFile.DigestOfAsync(target, cancellationToken).ConfigureAwait(false) == ticket.Sha256;
        }

        /// <summary>
        /// Fetches the file, and once more as a whole if the digest is wrong: bytes of an earlier run or of two stores may not
        /// fit together. The second time, the other store serves it if there is one, because the first may have lost bytes.
        /// </summary>
        private async Task FetchVerifiedAsync(CancellationToken cancellationToken)
        {
            const int passes = 2;
            for (int pass = 1; ; pass += 1)
            {
                string digest;
                using (PartialFile part = await PartialFile.OpenAsync(PartPath, ticket.SizeBytes, cancellationToken).ConfigureAwait(false))
                {
                    await FetchAsync(part, cancellationToken).ConfigureAwait(false);
                    digest = part.Finish();
                }
                if (digest == ticket.Sha256) return;
                File.Delete(PartPath);
                if (pass == passes) throw new IntegrityException("The bytes do not have the SHA-256 that the service declares.");
                await FallBackAsync(cancellationToken).ConfigureAwait(false);
            }
        }

        private async Task FetchAsync(PartialFile part, CancellationToken cancellationToken)
        {
            int failures = 0;
            while (part.Length < ticket.SizeBytes)
            {
                long before = part.Length;
                Exception failure;
                try
                {
                    await AttemptAsync(part, cancellationToken).ConfigureAwait(false);
                    continue;
                }
                catch (ModportException error) when (error is TransportException || error is IntegrityException || error is ProblemException)
                {
                    failure = error;
                }
                finally
                {
                    await part.FlushAsync(CancellationToken.None).ConfigureAwait(false);
                }
                failures = part.Length - before >= NotableBytes ? 1 : failures + 1;
                if (failures == RetryPolicy.TransferAttempts) System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(failure).Throw();
                await RecoverAsync(failure, failures, part, cancellationToken).ConfigureAwait(false);
            }
        }

        /// <summary>A store that sends single bytes must not keep the download running for days.</summary>
        private long NotableBytes => Math.Max(1, Math.Min(64 * 1024, ticket.SizeBytes / 64));

        private async Task AttemptAsync(PartialFile part, CancellationToken cancellationToken)
        {
            if (Clock.Elapsed >= ticket.RefreshAt) await RefreshAsync(part, cancellationToken).ConfigureAwait(false);
            if (part.Length > 0 && !ticket.RangeSupported) part.Restart();
            bool wantsHead = ticket.NeedsHead || part.Length > 0 && ticket.ETag == null;
            if (wantsHead && ticket.HeadAddress != null) await store.HeadAsync(ticket, cancellationToken).ConfigureAwait(false);
            await store.FetchAsync(ticket, part, ReportProgress, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Waits, asks for a new address or turns to another store, as the failure demands.</summary>
        private async Task RecoverAsync(Exception failure, int failures, PartialFile part, CancellationToken cancellationToken)
        {
            var problem = failure as ProblemException;
            bool isTemporary = failure is TransportException || problem != null && RetryPolicy.IsTemporary(problem.Status);
            if (isTemporary)
            {
                TimeSpan wait = RetryPolicy.Wait(failures, problem?.RetryAfterSeconds, transport.Options.MaxRetryDelay) ?? throw failure;
                await Clock.DelayAsync(wait, cancellationToken).ConfigureAwait(false);
            }
            if (failures >= FailuresBeforeFallback && await FallBackAsync(cancellationToken).ConfigureAwait(false)) return;
            if (isTemporary) return;
            await RefreshAsync(part, cancellationToken).ConfigureAwait(false);
            // The store may have another ETag for the same bytes: ask it, and let the digest decide.
            ticket.NeedsHead = true;
        }

        private async Task<bool> FallBackAsync(CancellationToken cancellationToken)
        {
            if (hasFallenBack) return false;
            DownloadTicket other = await calls.FallBackAsync(ticket, cancellationToken).ConfigureAwait(false);
            if (other == null) return false;
            hasFallenBack = true;
            ticket = other;
            return true;
        }

        private async Task RefreshAsync(PartialFile part, CancellationToken cancellationToken)
        {
            string known = ticket.Sha256;
            Accept(await calls.ResolveAsync(ticket.JobId, ticket, part.Length, ReportWait, cancellationToken).ConfigureAwait(false));
            if (ticket.Sha256 != known || part.Length > ticket.SizeBytes) part.Restart();
        }

        /// <summary>Takes a ticket, if it is one of the file that the caller expects.</summary>
        private void Accept(DownloadTicket next)
        {
            if (next.ArtifactId != artifactId) throw new IntegrityException("The service describes another file.");
            if (options.ExpectedSha256 != null && options.ExpectedSha256.ToLowerInvariant() != next.Sha256) throw new IntegrityException("The service declares another SHA-256 than expected.");
            if (options.ExpectedSizeBytes.HasValue && options.ExpectedSizeBytes != next.SizeBytes) throw new IntegrityException("The service declares another size than expected.");
            if (next.SizeBytes > options.MaxSizeBytes) throw new IntegrityException("The file is larger than the limit of this call.");
            ticket = next;
        }

        private void ReportWait(long bytes)
        {
            options.Progress?.Report(new TransferProgress("waiting", bytes, ticket?.SizeBytes ?? 0));
        }

        private void ReportProgress(long bytes)
        {
            options.Progress?.Report(new TransferProgress("download", bytes, ticket.SizeBytes));
        }
    }
}
