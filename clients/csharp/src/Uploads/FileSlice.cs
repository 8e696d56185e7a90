using System;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>The body of a PUT: some bytes of a file, streamed, with the digest of what was sent.</summary>
    internal sealed class FileSlice : HttpContent
    {
        private const int BufferBytes = 64 * 1024;

        private readonly UploadFile file;
        private readonly long start;
        private readonly long length;
        private readonly Action<long> report;

        internal FileSlice(UploadFile file, long start, long length, Action<long> report)
        {
            this.file = file;
            this.start = start;
            this.length = length;
            this.report = report;
            // Stores reject chunked bodies.
            Headers.ContentLength = length;
        }

        /// <summary>The SHA-256 of the bytes, once all of them are sent; null before.</summary>
        internal string Digest { get; private set; }

        /// <summary>An error of the file, which the HTTP client would wrap.</summary>
        internal Exception FileError { get; private set; }

        /// <inheritdoc/>
        protected override bool TryComputeLength(out long computed)
        {
            computed = length;
            return true;
        }

        /// <inheritdoc/>
        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext context)
        {
            using (SHA256 digest = SHA256.Create())
            using (FileStream source = OpenSource())
            {
                source.Position = start;
                var buffer = new byte[BufferBytes];
                for (long sent = 0; sent < length;)
                {
                    int count = await source.ReadAsync(buffer, 0, (int)Math.Min(buffer.Length, length - sent)).ConfigureAwait(false);
                    if (count == 0) throw FileError = new FileChangedException(file.Path);
                    await stream.WriteAsync(buffer, 0, count).ConfigureAwait(false);
                    digest.TransformBlock(buffer, 0, count, null, 0);
                    sent += count;
                    report(sent);
                }
                digest.TransformFinalBlock(buffer, 0, 0);
                Digest = Hex.Of(digest.Hash);
            }
        }

        private FileStream OpenSource()
        {
            try
            {
                return file.Open();
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                FileError = error;
                throw;
            }
        }
    }
}
