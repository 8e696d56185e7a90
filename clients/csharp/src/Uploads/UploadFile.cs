using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>The file of an upload with its digests. It must not change until all of it is sent.</summary>
    internal sealed class UploadFile
    {
        /// <summary>The size of a part (contract 8). Each part has a digest, so that a change is noticed before its end.</summary>
        internal const int PartBytes = 16 * 1024 * 1024;

        private const int BufferBytes = 128 * 1024;

        private readonly DateTime changedAt;
        private readonly List<string> partDigests;

        private UploadFile(string path, FileInfo file, string sha256, List<string> partDigests)
        {
            Path = path;
            SizeBytes = file.Length;
            changedAt = file.LastWriteTimeUtc;
            Sha256 = sha256;
            this.partDigests = partDigests;
        }

        internal string Path { get; }

        internal long SizeBytes { get; }

        /// <summary>The number of parts.</summary>
        internal int Parts => (int)((SizeBytes + PartBytes - 1) / PartBytes);

        /// <summary>The bytes of a part. Parts count from 1.</summary>
        internal long LengthOf(int part)
        {
            return Math.Min(PartBytes, SizeBytes - (part - 1L) * PartBytes);
        }

        internal string Sha256 { get; }

        /// <summary>Reads the file once. Throws <see cref="FileChangedException"/> if it changes in that time.</summary>
        internal static async Task<UploadFile> ReadAsync(string path, IProgress<TransferProgress> progress, CancellationToken cancellationToken)
        {
            var before = new FileInfo(path);
            if (!before.Exists) throw new FileNotFoundException("The file to upload does not exist.", path);
            long size = before.Length;
            var parts = new List<string>();
            using (SHA256 whole = SHA256.Create())
            using (FileStream stream = Open(path))
            {
                var buffer = new byte[BufferBytes];
                long read = 0;
                while (read < size)
                {
                    using (SHA256 part = SHA256.Create())
                    {
                        for (long end = Math.Min(size, read + PartBytes); read < end;)
                        {
                            int room = (int)Math.Min(buffer.Length, end - read);
                            int count = await stream.ReadAsync(buffer, 0, room, cancellationToken).ConfigureAwait(false);
                            if (count == 0) throw new FileChangedException(path);
                            whole.TransformBlock(buffer, 0, count, null, 0);
                            part.TransformBlock(buffer, 0, count, null, 0);
                            read += count;
                            progress?.Report(new TransferProgress("digest", read, size));
                        }
                        parts.Add(Finish(part));
                    }
                }
                var file = new UploadFile(path, before, Finish(whole), parts);
                file.CheckUnchanged();
                return file;
            }
        }

        /// <summary>Throws <see cref="FileChangedException"/> if size or time of the file are others.</summary>
        internal void CheckUnchanged()
        {
            var now = new FileInfo(Path);
            if (!now.Exists || now.Length != SizeBytes || now.LastWriteTimeUtc != changedAt) throw new FileChangedException(Path);
        }

        /// <summary>Throws if the digest of sent bytes is not the one of the first reading. Parts count from 1; 0 is the whole.</summary>
        internal void CheckSent(int partNumber, string digest)
        {
            string expected = partNumber == 0 ? Sha256 : partDigests[partNumber - 1];
            if (digest != expected) throw new FileChangedException(Path);
        }

        internal FileStream Open()
        {
            return Open(Path);
        }

        private static FileStream Open(string path)
        {
            return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, BufferBytes, true);
        }

        private static string Finish(SHA256 digest)
        {
            digest.TransformFinalBlock(new byte[0], 0, 0);
            return Hex.Of(digest.Hash);
        }
    }
}
