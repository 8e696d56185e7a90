using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The operations of a download, with checked results.</summary>
    internal sealed class DownloadCalls
    {
        private readonly Transport transport;
        private readonly string artifactId;

        /// <summary>What the service knows. It accepts no smaller number, also after the bytes were dropped.</summary>
        private long reportedBytes;

        internal DownloadCalls(Transport transport, string artifactId)
        {
            this.transport = transport;
            this.artifactId = artifactId;
        }

        /// <summary>
        /// A ticket, of the same job if it is known. A job that the service no longer continues is forgotten.
        /// </summary>
        internal async Task<DownloadTicket> ResolveAsync(string jobId, DownloadTicket last, long bytes, CancellationToken cancellationToken)
        {
            if (jobId == null) return await ResolveAsync(new JObject(), cancellationToken).ConfigureAwait(false);
            try
            {
                return await ResolveAsync(BodyOf(jobId, last, bytes), cancellationToken).ConfigureAwait(false);
            }
            catch (ProblemException problem) when (problem.Status == 400 || problem.Status == 404 || problem.Status == 409)
            {
                return await ResolveAsync(new JObject(), cancellationToken).ConfigureAwait(false);
            }
        }

        private async Task<DownloadTicket> ResolveAsync(JObject body, CancellationToken cancellationToken)
        {
            JToken data = await PostAsync("resolve", body, true, false, cancellationToken).ConfigureAwait(false);
            return DownloadTicket.OfResolve(data, transport.Options);
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

        /// <summary>Reports that all bytes are here, which frees the place of this download. A failure does not matter.</summary>
        internal async Task ReportDoneAsync(DownloadTicket ticket, CancellationToken cancellationToken)
        {
            if (ticket.JobId == null) return;
            try
            {
                JObject body = BodyOf(ticket.JobId, ticket, ticket.SizeBytes);
                await PostAsync("resolve", body, true, true, cancellationToken).ConfigureAwait(false);
            }
            catch (System.Exception error) when (error is ModportException || error is System.OperationCanceledException)
            {
                // The place becomes free by itself after a few minutes.
            }
        }

        private JObject BodyOf(string jobId, DownloadTicket last, long bytes)
        {
            var job = new JObject { ["id"] = jobId };
            if (bytes > reportedBytes)
            {
                job["progress"] = new JObject { ["bytes_received"] = bytes, ["provider"] = last?.Provider };
                if (last?.ETag != null) job["etag"] = last.ETag;
                reportedBytes = bytes;
            }
            return new JObject { ["download_job"] = job };
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
            };
            ApiResponse<JObject> response = await transport.CallAsync<JObject>(call, cancellationToken).ConfigureAwait(false);
            return response.Body["data"] as JObject ?? throw new IntegrityException("The service describes no download.");
        }
    }
}
