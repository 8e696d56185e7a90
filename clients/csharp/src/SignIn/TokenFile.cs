using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>
    /// Keeps tokens in a file: mode 0600 in a folder of mode 0700 on Unix, and never behind a link. On Windows the file inherits the access list of its
    /// folder, so choose one in the profile of the user, and pass DPAPI as <c>protect</c> and <c>unprotect</c> to encrypt it.
    /// </summary>
    public sealed class TokenFile
    {
        private const int LongestFile = 64 * 1024;

        private readonly Func<byte[], byte[]> protect;
        private readonly Func<byte[], byte[]> unprotect;

        /// <summary>Names the file. The folder is made when the first tokens are stored.</summary>
        /// <param name="path">The file.</param>
        /// <param name="protect">Encrypts the content, or null.</param>
        /// <param name="unprotect">Decrypts what <paramref name="protect"/> made.</param>
        public TokenFile(string path, Func<byte[], byte[]> protect = null, Func<byte[], byte[]> unprotect = null)
        {
            Path = System.IO.Path.GetFullPath(path);
            this.protect = protect ?? (content => content);
            this.unprotect = unprotect ?? (content => content);
        }

        /// <summary>The file.</summary>
        public string Path { get; }

        /// <summary>
        /// The stored tokens, or null. Takes the rights of other users away, if the file has got some. Throws
        /// <see cref="UnsafeFileException"/> if the file is a link or belongs to another user.
        /// </summary>
        public Tokens Read()
        {
            OwnFile.RefuseLink(Path);
            if (!File.Exists(Path)) return null;
            // It may have been removed by a sign-out of another process.
            if (!UnixFiles.TryProtectFile(Path) && File.Exists(Path)) throw new UnsafeFileException(Path);
            byte[] content = AtomicFile.TryRead(Path, LongestFile);
            return content == null ? null : Tokens.OfBytes(unprotect(content));
        }

        /// <summary>Stores tokens. A crash leaves the former ones or these.</summary>
        public void Write(Tokens tokens)
        {
            UnixFiles.CreateFolder(System.IO.Path.GetDirectoryName(Path));
            AtomicFile.Write(Path, protect(tokens.ToBytes()), true);
        }

        /// <summary>Removes the tokens from this machine. <see cref="SignIn.RevokeAsync"/> ends them.</summary>
        public void Delete()
        {
            File.Delete(Path);
        }

        /// <summary>
        /// Excludes other processes while a refresh replaces the tokens: a second use of a refresh token would revoke all.
        /// </summary>
        internal async Task<IDisposable> LockAsync(IClock clock, CancellationToken cancellationToken)
        {
            UnixFiles.CreateFolder(System.IO.Path.GetDirectoryName(Path));
            TimeSpan end = clock.Elapsed + TimeSpan.FromMinutes(2);
            while (true)
            {
                FileLock held = FileLock.TryTake(Path + ".lock");
                if (held != null) return held;
                if (clock.Elapsed >= end) throw new FileBusyException(Path);
                await clock.DelayAsync(TimeSpan.FromMilliseconds(50), cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
