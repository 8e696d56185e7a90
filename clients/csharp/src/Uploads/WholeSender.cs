using System;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>Sends a file in one PUT (contract 4.4).</summary>
    internal sealed class WholeSender
    {
        private readonly Transport transport;
        private readonly StoreWriter store;
        private readonly UploadFile file;
        private readonly Func<CancellationToken, Task<OpenUpload>> renew;
        private readonly Action<long> report;

        /// <summary><paramref name="renew"/> repeats the create, for another address.</summary>
        internal WholeSender(Transport transport, UploadFile file, Func<CancellationToken, Task<OpenUpload>> renew, Action<long> report)
        {
            this.transport = transport;
            this.file = file;
            this.renew = renew;
            this.report = report;
            store = new StoreWriter(transport);
        }

        /// <summary>
        /// Sends the file until the store has it. 412 means that an earlier PUT may have arrived: nothing is overwritten, and
        /// completing decides. So does a session that takes no bytes any more.
        /// </summary>
        internal async Task SendAsync(OpenUpload open, CancellationToken cancellationToken)
        {
            for (int attempt = 1; open.Instructions is JObject; attempt += 1)
            {
                PutReply reply = default(PutReply);
                try
                {
                    SignedPut put = SignedPut.Of(open.Instructions, open.Headers, transport.Options);
                    reply = await store.PutAsync(put, file, 0, report, cancellationToken).ConfigureAwait(false);
                    if (reply.IsTaken || reply.Status == 412) return;
                    if (attempt == RetryPolicy.TransferAttempts) throw new TransportException("The store did not accept the file: status " + reply.Status + ".");
                }
                catch (TransportException) when (attempt < RetryPolicy.TransferAttempts)
                {
                    // Sent again below.
                }
                await store.PauseAsync(attempt, reply, cancellationToken).ConfigureAwait(false);
                open = await renew(cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
