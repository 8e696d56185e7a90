using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>The bytes of a download so far, with their running digest.</summary>
    internal sealed class PartialFile : IDisposable
    {
        private const int BufferBytes = 128 * 1024;

        private readonly FileStream stream;
        private SHA256 digest = SHA256.Create();

        private PartialFile(FileStream stream)
        {
            this.stream = stream;
        }

        internal long Length { get; private set; }

        /// <summary>
        /// Opens the file and reads what an earlier run has left, up to the size of the whole. Throws
        /// <see cref="UnsafeFileException"/> for a link.
        /// </summary>
        internal static async Task<PartialFile> OpenAsync(string path, long sizeBytes, CancellationToken cancellationToken)
        {
            FileStream stream = OwnFile.Open(path, FileShare.Read, true);
            var file = new PartialFile(stream);
            try
            {
                if (stream.Length > sizeBytes) file.Restart();
                else await file.ReadKeptAsync(cancellationToken).ConfigureAwait(false);
                return file;
            }
            catch
            {
                file.Dispose();
                throw;
            }
        }

        private async Task ReadKeptAsync(CancellationToken cancellationToken)
        {
            var buffer = new byte[BufferBytes];
            int count;
            while ((count = await stream.ReadAsync(buffer, 0, buffer.Length, cancellationToken).ConfigureAwait(false)) > 0)
            {
                digest.TransformBlock(buffer, 0, count, null, 0);
                Length += count;
            }
        }

        internal async Task AppendAsync(byte[] buffer, int count, CancellationToken cancellationToken)
        {
            await stream.WriteAsync(buffer, 0, count, cancellationToken).ConfigureAwait(false);
            digest.TransformBlock(buffer, 0, count, null, 0);
            Length += count;
        }

        /// <summary>Drops all bytes.</summary>
        internal void Restart()
        {
            stream.SetLength(0);
            stream.Position = 0;
            Length = 0;
            digest.Dispose();
            digest = SHA256.Create();
        }

        /// <summary>Hands the bytes to the operating system, so that a killed process loses none.</summary>
        internal Task FlushAsync(CancellationToken cancellationToken)
        {
            return stream.FlushAsync(cancellationToken);
        }

        /// <summary>The SHA-256 of all bytes, after they are on the disk.</summary>
        internal string Finish()
        {
            stream.Flush(true);
            digest.TransformFinalBlock(new byte[0], 0, 0);
            return Hex.Of(digest.Hash);
        }

        public void Dispose()
        {
            digest.Dispose();
            stream.Dispose();
        }

        /// <summary>The SHA-256 of a file, or null if there is none.</summary>
        internal static async Task<string> DigestOfAsync(string path, CancellationToken cancellationToken)
        {
            if (!File.Exists(path)) return null;
            using (var digest = SHA256.Create())
            using (var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, BufferBytes, true))
            {
                var buffer = new byte[BufferBytes];
                int count;
                while ((count = await stream.ReadAsync(buffer, 0, buffer.Length, cancellationToken).ConfigureAwait(false)) > 0)
                {
                    digest.TransformBlock(buffer, 0, count, null, 0);
                }
                digest.TransformFinalBlock(buffer, 0, 0);
                return Hex.Of(digest.Hash);
            }
        }
    }
}
