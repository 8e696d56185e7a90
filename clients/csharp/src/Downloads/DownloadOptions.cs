using System;

namespace Modport
{
    /// <summary>Options of a download.</summary>
    public sealed class DownloadOptions
    {
        /// <summary>Receives the progress, on any thread.</summary>
        public IProgress<TransferProgress> Progress { get; set; }

        /// <summary>The SHA-256 that the file must have, from a plan or a lockfile, in lower-case hex.</summary>
        public string ExpectedSha256 { get; set; }

        /// <summary>The size that the file must have, in bytes.</summary>
        public long? ExpectedSizeBytes { get; set; }

        /// <summary>Refuses a larger file before a byte of it is fetched.</summary>
        public long? MaxSizeBytes { get; set; }

        /// <summary>
        /// The longest wait in all for a lease, if too many downloads of this user run; 10 minutes by default. A lease of a
        /// program that was killed ends after five.
        /// </summary>
        public TimeSpan LongestWait { get; set; } = TimeSpan.FromMinutes(10);
    }

    /// <summary>How far a transfer has come.</summary>
    public struct TransferProgress
    {
        /// <summary>Creates a report.</summary>
        public TransferProgress(string stage, long bytes, long totalBytes)
        {
            Stage = stage;
            Bytes = bytes;
            TotalBytes = totalBytes;
        }

        /// <summary><c>download</c>, or <c>waiting</c> for a lease; of an upload <c>digest</c>, <c>upload</c> and then the states of the scan.</summary>
        public string Stage { get; }

        /// <summary>The bytes so far, also those of earlier runs.</summary>
        public long Bytes { get; }

        /// <summary>The bytes in all.</summary>
        public long TotalBytes { get; }
    }

    /// <summary>A file that was downloaded and verified.</summary>
    public sealed class DownloadResult
    {
        internal DownloadResult(string path, long sizeBytes, string sha256, bool wasPresent)
        {
            Path = path;
            SizeBytes = sizeBytes;
            Sha256 = sha256;
            WasPresent = wasPresent;
        }

        /// <summary>The file.</summary>
        public string Path { get; }

        /// <summary>Its size in bytes.</summary>
        public long SizeBytes { get; }

        /// <summary>Its SHA-256 in lower-case hex.</summary>
        public string Sha256 { get; }

        /// <summary>Whether the file was there already, with the same bytes.</summary>
        public bool WasPresent { get; }
    }
}
