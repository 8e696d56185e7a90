using System;
using System.IO;

namespace Modport
{
    /// <summary>Puts complete files under their name.</summary>
    internal static class AtomicFile
    {
        /// <summary>
        /// Moves a file over another one, or to a free name. A reader sees the old file or the new one, and a power failure
        /// leaves one of them.
        /// </summary>
        internal static void Replace(string from, string to)
        {
            Move(from, to);
            UnixFiles.SyncFolder(Path.GetDirectoryName(to));
        }

        private static void Move(string from, string to)
        {
            if (!File.Exists(to))
            {
                try
                {
                    File.Move(from, to);
                    return;
                }
                catch (IOException) when (File.Exists(to))
                {
                    // The name was taken in the meantime.
                }
            }
            File.Replace(from, to, null);
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
                var file = new FileInfo(path);
                return file.Exists && file.Length <= limitBytes ? File.ReadAllBytes(path) : null;
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return null;
            }
        }
    }
}
