using System;
using System.IO;

namespace Modport
{
    /// <summary>
    /// The library's own files beside a target. A link at such a name could lead the bytes, or the loss of them, to any file of
    /// the user. Windows lets only privileged users make links.
    /// </summary>
    internal static class OwnFile
    {
        /// <summary>Pieces are large, and a full disk must not leave bytes in a buffer that cannot be written.</summary>
        private const int Unbuffered = 1;

        /// <summary>Opens or creates a file for reading and writing. Throws <see cref="UnsafeFileException"/> if it is no ordinary file.</summary>
        internal static FileStream Open(string path, FileShare share, bool isAsync)
        {
            RefuseLink(path);
            var stream = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, share, Unbuffered, isAsync);
            try
            {
                // The name may have become a link a moment before it was opened.
                RefuseLink(path);
                if (!HasLength(stream)) throw new UnsafeFileException(path);
                return stream;
            }
            catch
            {
                stream.Dispose();
                throw;
            }
        }

        /// <summary>Throws <see cref="UnsafeFileException"/> if the name is a link, also one that leads nowhere.</summary>
        internal static void RefuseLink(string path)
        {
            if (UnixFiles.IsLink(path)) throw new UnsafeFileException(path);
        }

        /// <summary>A pipe has none.</summary>
        private static bool HasLength(FileStream stream)
        {
            try
            {
                return stream.Length >= 0;
            }
            catch (NotSupportedException)
            {
                return false;
            }
        }
    }
}
