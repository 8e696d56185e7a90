using System;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>
    /// The client of a modport registry. It is safe for concurrent calls; use one for the life of the application. The
    /// methods of the operations are generated from the API document.
    /// </summary>
    public sealed partial class ModportClient : IDisposable
    {
        private readonly Transport transport;

        /// <summary>Creates a client. Throws <see cref="ArgumentException"/> for missing or unsafe options.</summary>
        public ModportClient(ModportClientOptions options)
        {
            transport = new Transport(options ?? throw new ArgumentNullException(nameof(options)));
        }

        /// <summary>
        /// Downloads a file and verifies it (contract 4.2). Waits for a lease if too many downloads run. Continues after any
        /// interruption, also of an earlier process, from the bytes in <c>&lt;path&gt;.part</c>. The file appears under its name
        /// only when its SHA-256 is right, and replaces an older one at once.
        /// </summary>
        /// <param name="artifactId">The id of the file.</param>
        /// <param name="path">Where to put it. Make a name with <see cref="SafeFilename"/>.</param>
        /// <param name="options">Progress and expectations, or null.</param>
        /// <param name="cancellationToken">Ends the download; a later call continues it.</param>
        /// <exception cref="ProblemException">The service or its store refuses the download.</exception>
        /// <exception cref="IntegrityException">The bytes, or what is said of them, are wrong. Nothing was installed.</exception>
        /// <exception cref="TransportException">The connection failed too often.</exception>
        /// <exception cref="FileBusyException">Another process downloads to this path.</exception>
        /// <exception cref="UnsafeFileException">A link has the name of the partial file or of its lock.</exception>
        /// <exception cref="System.IO.IOException">The disk is full, or the file cannot be written.</exception>
        public Task<DownloadResult> DownloadAsync(
            string artifactId,
            string path,
            DownloadOptions options = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            return new Downloader(transport, artifactId, path, options).RunAsync(cancellationToken);
        }

        /// <summary>
        /// Uploads a file to a draft version and waits for its scan (contract 4.4). A later call for the same file and version
        /// continues after any interruption, also of an earlier process: it sends the parts that the session lacks.
        /// </summary>
        /// <param name="request">The file and its version.</param>
        /// <param name="cancellationToken">Ends the upload; a later call continues it.</param>
        /// <exception cref="UploadRefusedException">The service does not take the file; it says why.</exception>
        /// <exception cref="FileChangedException">The file changed while it was sent.</exception>
        /// <exception cref="FileBusyException">Another process uploads this file.</exception>
        /// <exception cref="UnsafeFileException">A link has the name of the lock of the state file.</exception>
        /// <exception cref="ProblemException">The service refuses the upload.</exception>
        /// <exception cref="TransportException">The connection failed too often.</exception>
        public Task<UploadResult> UploadAsync(UploadRequest request, CancellationToken cancellationToken = default(CancellationToken))
        {
            if (request == null) throw new ArgumentNullException(nameof(request));
            return new Uploader(transport, request).RunAsync(cancellationToken);
        }

        /// <summary>Closes the connections.</summary>
        public void Dispose()
        {
            transport.Dispose();
        }
    }
}
