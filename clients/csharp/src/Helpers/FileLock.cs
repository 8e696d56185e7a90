using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;

namespace Modport
{
    /// <summary>
    /// Excludes other processes, and other calls of this one, from a file. The lock ends with the process, also after a
    /// crash. Its file is removed when the lock is released.
    /// </summary>
    internal sealed class FileLock : IDisposable
    {
        /// <summary>Beyond the content, so that the lock never hinders a reader.</summary>
        private const long LockedByte = 1L << 40;

        private const int LongestNonce = 64 * 1024;
        private const int Tries = 3;

        private static readonly HashSet<string> Held = new HashSet<string>(StringComparer.Ordinal);

        private readonly string path;
        private readonly FileStream stream;

        private FileLock(string path, FileStream stream)
        {
            this.path = path;
            this.stream = stream;
        }

        /// <summary>
        /// The lock, or null if another holder has it. <paramref name="path"/> is the file of the lock. Throws
        /// <see cref="UnsafeFileException"/> for a link, because the lock changes the length of its file.
        /// </summary>
        internal static FileLock TryTake(string path)
        {
            string full = Path.GetFullPath(path);
            lock (Held)
            {
                // Locks of one process do not exclude each other on Unix.
                if (!Held.Add(full)) return null;
            }
            try
            {
                for (int attempt = 0; attempt < Tries; attempt += 1)
                {
                    FileStream stream = OpenLocked(full);
                    if (stream == null) break;
                    if (IsNamed(full, stream)) return new FileLock(full, stream);
                    stream.Dispose();
                }
            }
            catch
            {
                Release(full);
                throw;
            }
            Release(full);
            return null;
        }

        public void Dispose()
        {
            try
            {
                // Removed while it is locked, so that the name never leads to a lock of another holder.
                File.Delete(path);
            }
            catch (IOException)
            {
                // Windows does not remove an open file. It is empty and does no harm.
            }
            catch (UnauthorizedAccessException)
            {
                // As above.
            }
            stream.Dispose();
            Release(path);
        }

        private static FileStream OpenLocked(string path)
        {
            FileStream stream;
            try
            {
                stream = OwnFile.Open(path, FileShare.None, false);
            }
            catch (IOException) when (File.Exists(path))
            {
                return null;
            }
            try
            {
                // Some runtimes apply FileShare only within a process.
                stream.Lock(LockedByte, 1);
                return stream;
            }
            catch (PlatformNotSupportedException)
            {
                return stream;
            }
            catch (IOException)
            {
                stream.Dispose();
                return null;
            }
        }

        /// <summary>
        /// Whether the name still leads to the locked file. A former holder may have removed it after it was opened here,
        /// and a third one may have made another. The random length tells them apart.
        /// </summary>
        private static bool IsNamed(string path, FileStream stream)
        {
            var bytes = new byte[4];
            using (RandomNumberGenerator source = RandomNumberGenerator.Create()) source.GetBytes(bytes);
            stream.SetLength(1 + BitConverter.ToUInt32(bytes, 0) % LongestNonce);
            stream.Flush();
            var named = new FileInfo(path);
            bool isSame = named.Exists && named.Length == stream.Length;
            stream.SetLength(0);
            return isSame;
        }

        private static void Release(string full)
        {
            lock (Held) Held.Remove(full);
        }
    }
}
