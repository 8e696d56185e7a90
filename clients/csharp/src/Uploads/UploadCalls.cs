using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The operations of an upload.</summary>
    internal sealed class UploadCalls
    {
        private readonly Transport transport;

        internal UploadCalls(Transport transport)
        {
            this.transport = transport;
        }

        /// <summary>Throws <see cref="UploadRefusedException"/> with every fault if the service would not take the file.</summary>
        internal async Task ValidateAsync(JObject declaration, CancellationToken cancellationToken)
        {
            JToken data = (await CallAsync("POST", "/uploads:validate", declaration, null, true, cancellationToken).ConfigureAwait(false)).Item1;
            if (JsonText.BooleanOf(data, "valid") == true) return;
            var faults = (data["problems"] as JArray ?? new JArray()).Select(one => new UploadFault(one)).ToList();
            throw new UploadRefusedException("The service does not accept this file: " + string.Join(", ", faults.Select(one => one.Code)) + ".", faults, null);
        }

        /// <summary>Creates the session, or returns the one that the same key created, with fresh addresses.</summary>
        internal async Task<OpenUpload> CreateAsync(JObject declaration, string key, CancellationToken cancellationToken)
        {
            Tuple<JObject, ResponseHeaders> created = await CallAsync("POST", "/uploads", declaration, key, false, cancellationToken).ConfigureAwait(false);
            return new OpenUpload(created.Item1, created.Item2);
        }

        internal async Task<JObject> ReadAsync(string uploadId, CancellationToken cancellationToken)
        {
            return (await CallAsync("GET", "/uploads/" + uploadId, null, null, false, cancellationToken).ConfigureAwait(false)).Item1;
        }

        /// <summary>
        /// The parts that the store has. Asks again while the service does not know them, which is not the same as none
        /// (contract 2.9). Throws <see cref="TransportException"/> if that does not end.
        /// </summary>
        internal async Task<JToken> ProgressAsync(string uploadId, CancellationToken cancellationToken)
        {
            for (int attempt = 1; ; attempt += 1)
            {
                JToken progress = (await ReadAsync(uploadId, cancellationToken).ConfigureAwait(false))["progress"];
                if (JsonText.BooleanOf(progress, "available") != false) return progress;
                if (attempt == RetryPolicy.TransferAttempts) throw new TransportException("The service does not know which parts have arrived.");
                await transport.Options.Clock.DelayAsync(RetryPolicy.Backoff(attempt), cancellationToken).ConfigureAwait(false);
            }
        }

        internal async Task<SignedPut> SignAsync(string uploadId, int partNumber, CancellationToken cancellationToken)
        {
            var body = new JObject { ["partNumbers"] = new JArray(partNumber) };
            Tuple<JObject, ResponseHeaders> signed = await CallAsync("POST", "/uploads/" + uploadId + "/parts", body, null, true, cancellationToken).ConfigureAwait(false);
            JToken part = (signed.Item1["parts"] as JArray)?.FirstOrDefault(one => JsonText.IntegerOf(one, "partNumber") == partNumber);
            return SignedPut.Of(part, signed.Item2, transport.Options);
        }

        internal async Task<JObject> CompleteAsync(string uploadId, IReadOnlyDictionary<int, string> parts, string key, CancellationToken cancellationToken)
        {
            var body = new JObject();
            if (parts.Count > 0)
            {
                body["parts"] = new JArray(parts.OrderBy(one => one.Key).Select(one => new JObject { ["partNumber"] = one.Key, ["etag"] = one.Value }));
            }
            return (await CallAsync("POST", "/uploads/" + uploadId + "/complete", body, key, false, cancellationToken).ConfigureAwait(false)).Item1;
        }

        private async Task<Tuple<JObject, ResponseHeaders>> CallAsync(string method, string path, JObject body, string key, bool isRead, CancellationToken cancellationToken)
        {
            var call = new ApiCall
            {
                Method = method,
                Path = path,
                Body = body,
                IsRead = isRead,
                Options = key == null ? null : new CallOptions { IdempotencyKey = key },
            };
            ApiResponse<JObject> response = await transport.CallAsync<JObject>(call, cancellationToken).ConfigureAwait(false);
            JObject data = response.Body["data"] as JObject ?? throw new IntegrityException("The response has no upload.");
            return Tuple.Create(data, response.Headers);
        }
    }
}
