using System;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The operations of a download, with checked results.</summary>
    internal sealed class DownloadCalls
    {
        /// <summary>Too many downloads of this caller run, or too many bytes of this day are used up.</summary>
        private const string RateLimited = "download_rate_limited";

        private readonly Transport transport;
        private readonly string artifactId;
        private readonly TimeSpan longestWait;

        /// <summary>What the service knows. It accepts no smaller number, also after the bytes were dropped.</summary>
        private long reportedBytes;

        internal DownloadCalls(Transport transport, string artifactId, TimeSpan longestWait)
        {
            this.transport = transport;
            this.artifactId = artifactId;
            this.longestWait = longestWait;
        }

        /// <summary>
        /// A ticket, of the same job if it is known. Waits for a free lease with the job that the service keeps for it
        /// (contract 4.2); <paramref name="onWait"/> gets the bytes before each wait. A job that the service no longer continues is
        /// forgotten. Throws <see cref="ProblemException"/>.
        /// </summary>
        internal async Task<DownloadTicket> ResolveAsync(string jobId, DownloadTicket last, long bytes, Action<long> onWait, CancellationToken cancellationToken)
        {
            JObject job = jobId == null ? null : JobOf(jobId, last, bytes);
            for (TimeSpan waited = TimeSpan.Zero; ;)
            {
                try
                {
                    JToken data = await PostAsync("resolve", BodyOf(job), true, false, cancellationToken).ConfigureAwait(false);
                    return DownloadTicket.OfResolve(data, transport.Options);
                }
                catch (ProblemException problem) when (problem.Code == RateLimited)
                {
                    TimeSpan wait = LeaseWait(problem, longestWait - waited) ?? throw problem;
                    onWait(bytes);
                    await transport.Options.Clock.DelayAsync(wait, cancellationToken).ConfigureAwait(false);
                    waited += wait;
                    job = WaitingJobOf(problem, last, bytes) ?? job;
                }
                catch (ProblemException problem) when (job != null && IsForgotten(problem))
                {
                    job = null;
                }
            }
        }

        /// <summary>The ticket of another store, or null if there is none for this caller.</summary>
        internal async Task<DownloadTicket> FallBackAsync(DownloadTicket ticket, CancellationToken cancellationToken)
        {
            if (!ticket.HasFallback || ticket.SessionId == null) return null;
            var body = new JObject { ["downloadSessionId"] = ticket.SessionId };
            try
            {
                JToken data = await PostAsync("fallback", body, false, false, cancellationToken).ConfigureAwait(false);
                return ticket.OfFallback(data, transport.Options);
            }
            catch (ProblemException)
            {
                return null;
            }
        }

        /// <summary>Reports that all bytes are here, which frees the lease of this download. A failure does not matter.</summary>
        internal async Task ReportDoneAsync(DownloadTicket ticket, CancellationToken cancellationToken)
        {
            if (ticket.JobId == null) return;
            try
            {
                JObject body = BodyOf(JobOf(ticket.JobId, ticket, ticket.SizeBytes));
                await PostAsync("resolve", body, true, true, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception error) when (error is ModportException || error is OperationCanceledException)
            {
                // The lease ends by itself after a few minutes.
            }
        }

        /// <summary>How long to wait for a lease, or null if that is too long. The bytes of a day do not come back in time.</summary>
        private static TimeSpan? LeaseWait(ProblemException problem, TimeSpan longest)
        {
            const double shortestSeconds = 1;
            double demanded = Math.Max(shortestSeconds, problem.RetryAfterSeconds ?? 0);
            return problem.QuotaBucket == "download_bytes" ? null : RetryPolicy.Wait(1, demanded, longest);
        }

        private static bool IsForgotten(ProblemException problem)
        {
            return problem.Status == 400 || problem.Status == 404 || problem.Status == 409 || problem.Status == 410;
        }

        /// <summary>
        /// The job that waits for a lease, with the progress that both sides know: a smaller number than an earlier run has
        /// reported would be refused. Null if the refusal names no job.
        /// </summary>
        private JObject WaitingJobOf(ProblemException problem, DownloadTicket last, long bytes)
        {
            if (!Guid.TryParse(JsonText.StringOf(problem.DownloadJob, "id"), out Guid id)) return null;
            JToken known = problem.DownloadJob["progress"];
            reportedBytes = Math.Max(Math.Max(reportedBytes, bytes), JsonText.IntegerOf(known, "bytes_received") ?? 0);
            string provider = last?.Provider ?? JsonText.StringOf(known, "provider");
            return JobOf(id.ToString(), provider, last == null ? JsonText.StringOf(problem.DownloadJob, "etag") : last.ETag);
        }

        private JObject JobOf(string jobId, DownloadTicket last, long bytes)
        {
            if (bytes <= reportedBytes) return new JObject { ["id"] = jobId };
            reportedBytes = bytes;
            return JobOf(jobId, last?.Provider, last?.ETag);
        }

        private JObject JobOf(string jobId, string provider, string etag)
        {
            var job = new JObject { ["id"] = jobId, ["progress"] = new JObject { ["bytes_received"] = reportedBytes } };
            if (provider != null) job["progress"]["provider"] = provider;
            if (etag != null) job["etag"] = etag;
            return job;
        }

        private static JObject BodyOf(JObject job)
        {
            return job == null ? new JObject() : new JObject { ["download_job"] = job };
        }

        private async Task<JToken> PostAsync(string verb, JObject body, bool takesKey, bool isOptional, CancellationToken cancellationToken)
        {
            var call = new ApiCall
            {
                Method = "POST",
                Path = "/downloads/" + artifactId + "/" + verb,
                Body = body,
                TakesKey = takesKey,
                IsOptional = isOptional,
                FinalCode = RateLimited,
            };
            ApiResponse<JObject> response = await transport.CallAsync<JObject>(call, cancellationToken).ConfigureAwait(false);
            return response.Body["data"] as JObject ?? throw new IntegrityException("The response has no download.");
        }
    }
}
