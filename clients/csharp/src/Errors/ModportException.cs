using System;

namespace Modport
{
    /// <summary>The base of every error that this library reports about the service or its bytes.</summary>
    public class ModportException : Exception
    {
        /// <summary>Creates an error with a message and its cause.</summary>
        public ModportException(string message, Exception innerException = null)
            : base(message, innerException)
        {
        }
    }

    /// <summary>The connection failed, stalled or ended early. The request may have reached the service.</summary>
    public sealed class TransportException : ModportException
    {
        /// <summary>Creates an error with a message and its cause.</summary>
        public TransportException(string message, Exception innerException = null)
            : base(message, innerException)
        {
        }
    }

    /// <summary>Bytes, sizes, ranges or ETags are not what was promised. Nothing was installed.</summary>
    public sealed class IntegrityException : ModportException
    {
        /// <summary>Creates an error with a message.</summary>
        public IntegrityException(string message)
            : base(message)
        {
        }
    }

    /// <summary>Another process, or another call in this one, works on the same file.</summary>
    public sealed class FileBusyException : ModportException
    {
        /// <summary>Creates the error for a file.</summary>
        public FileBusyException(string path)
            : base("Another process is working on " + path + ".")
        {
            Path = path;
        }

        /// <summary>The file.</summary>
        public string Path { get; }
    }

    /// <summary>
    /// A link, or a file of another user, has a name where the library keeps its own file. Find out who put it there, and
    /// remove it.
    /// </summary>
    public sealed class UnsafeFileException : ModportException
    {
        /// <summary>Creates the error for a file.</summary>
        public UnsafeFileException(string path)
            : base(path + " is not a regular file of this user.")
        {
            Path = path;
        }

        /// <summary>The file.</summary>
        public string Path { get; }
    }

    /// <summary>A file changed while it was sent. Upload it again when it no longer changes.</summary>
    public sealed class FileChangedException : ModportException
    {
        /// <summary>Creates the error for a file.</summary>
        public FileChangedException(string path)
            : base(path + " changed while it was uploaded.")
        {
            Path = path;
        }

        /// <summary>The file.</summary>
        public string Path { get; }
    }

    /// <summary>A sign-in or a refresh of its tokens failed.</summary>
    public sealed class SignInException : ModportException
    {
        /// <summary>Creates an error with the code of OAuth, or a code of this library.</summary>
        public SignInException(string code, string message, Exception innerException = null)
            : base(message, innerException)
        {
            Code = code;
        }

        /// <summary>
        /// The <c>error</c> of OAuth (<c>access_denied</c>, <c>expired_token</c>, <c>invalid_grant</c>, …), or one of
        /// this library: <c>state_mismatch</c>, <c>issuer_mismatch</c>, <c>invalid_id_token</c>, <c>timeout</c>,
        /// <c>invalid_response</c>, <c>not_signed_in</c>.
        /// </summary>
        public string Code { get; }
    }
}
