using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>Puts complete files under their name.</summary>
    internal static class AtomicFile
    {
        /// <summary>About a second together. Programs that read a small file, such as scanners for viruses, need far less.</summary>
        private const int InUseTries = 50;

        private static readonly TimeSpan InUseWait = TimeSpan.FromMilliseconds(20);

        /// <summary>
        /// Moves a file over another one, or to a free name. A reader sees the old file or the new one, and a power failure
        /// leaves one of them.
        /// </summary>
        internal static void Replace(string from, string to)
        {
            WhileInUse(() => Move(from, to), !UnixFiles.IsUnix);
            UnixFiles.SyncFolder(Path.GetDirectoryName(to));
        }

        /// <summary>
        /// Replaces or reads a file: on Windows again, for about a second, while another program has the file open. Throws the last
        /// error then.
        /// </summary>
        internal static T WhileInUse<T>(Func<T> work, bool isWindows)
        {
            for (int tries = 1; ; tries += 1)
            {
                try
                {
                    return work();
                }
                catch (Exception error) when (isWindows && tries < InUseTries && IsInUse(error))
                {
                    Task.Delay(InUseWait, CancellationToken.None).ConfigureAwait(false).GetAwaiter().GetResult();
                }
            }
        }

        /// <summary>Windows reports the open file of another program as a denied access or as a plain error of input and output.</summary>
        private static bool IsInUse(Exception error)
        {
            if (error is FileNotFoundException || error is DirectoryNotFoundException || error is PathTooLongException) return false;
            return error is IOException || error is UnauthorizedAccessException;
        }

        private static bool Move(string from, string to)
        {
            if (!File.Exists(to))
            {
                try
                {
                    File.Move(from, to);
                    return true;
                }
                catch (IOException) when (File.Exists(to))
                {
                    // The name was taken in the meantime.
                }
            }
            File.Replace(from, to, null);
            return true;
        }

        /// <summary>Writes a small file. After a crash it has the old content or the new one.</summary>
        /// <param name="path">The file.</param>
        /// <param name="content">Its content.</param>
        /// <param name="isPrivate">Whether only the owner may ever read it.</param>
        internal static void Write(string path, byte[] content, bool isPrivate = false)
        {
            string draft = path + ".new";
            File.Delete(draft);
            try
            {
                bool isMade = isPrivate && UnixFiles.IsUnix;
                if (isMade) UnixFiles.CreatePrivateFile(draft);
                using (var stream = new FileStream(draft, isMade ? FileMode.Open : FileMode.CreateNew, FileAccess.Write, FileShare.None))
                {
                    stream.Write(content, 0, content.Length);
                    stream.Flush(true);
                }
                Replace(draft, path);
            }
            catch
            {
                TryDelete(draft);
                throw;
            }
        }

        internal static void TryDelete(string path)
        {
            try
            {
                File.Delete(path);
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                // Left behind; the next run replaces it.
            }
        }

        /// <summary>The content of a small file, or null if it is missing, unreadable or too large.</summary>
        internal static byte[] TryRead(string path, int limitBytes)
        {
            try
            {
                return WhileInUse(() => ReadIfSmall(path, limitBytes), !UnixFiles.IsUnix);
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return null;
            }
        }

        private static byte[] ReadIfSmall(string path, int limitBytes)
        {
            var file = new FileInfo(path);
            return file.Exists && file.Length <= limitBytes ? File.ReadAllBytes(path) : null;
        }
    }
}
