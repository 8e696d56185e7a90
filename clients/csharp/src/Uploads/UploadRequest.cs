using System;
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>A file to upload, and the version that it belongs to.</summary>
    public sealed class UploadRequest
    {
        /// <summary>The path of the archive.</summary>
        public string Path { get; set; }

        /// <summary>The id of the mod.</summary>
        public string ModId { get; set; }

        /// <summary>The id of a version in state <c>draft</c>.</summary>
        public string VersionId { get; set; }

        /// <summary>The name to show; the name of the file by default.</summary>
        public string Filename { get; set; }

        /// <summary>The media type, or null.</summary>
        public string ContentType { get; set; }

        /// <summary><c>main</c> by default, or <c>optional</c>.</summary>
        public string FileKind { get; set; }

        /// <summary>The label of an optional file, or null.</summary>
        public string Label { get; set; }

        /// <summary>The version of an optional file, or null.</summary>
        public string FileVersion { get; set; }

        /// <summary>
        /// Where to keep the ids that a later run continues with; <c>&lt;Path&gt;.upload.json</c> by default.
        /// </summary>
        public string StatePath { get; set; }

        /// <summary>Whether to wait until the scan has ended. True by default.</summary>
        public bool WaitForScan { get; set; } = true;

        /// <summary>The longest wait for the scan.</summary>
        public TimeSpan ScanTimeout { get; set; } = TimeSpan.FromMinutes(30);

        /// <summary>Receives the progress, on any thread.</summary>
        public IProgress<TransferProgress> Progress { get; set; }
    }

    /// <summary>An upload that the service has taken.</summary>
    public sealed class UploadResult
    {
        internal UploadResult(JToken session)
        {
            Session = (JObject)session;
        }

        /// <summary>The id of the session.</summary>
        public string UploadId => JsonText.StringOf(Session, "upload_id");

        /// <summary>The id of the file.</summary>
        public string ArtifactId => JsonText.StringOf(Session, "artifact_id");

        /// <summary>
        /// <c>ready</c> to be published, <c>quarantined</c> until a moderator decides, or a state before the end of the scan
        /// if the call did not wait for it.
        /// </summary>
        public string State => JsonText.StringOf(Session, "lifecycleStatus");

        /// <summary>The id to give to support.</summary>
        public string SupportCorrelationId => JsonText.StringOf(Session, "supportCorrelationId");

        /// <summary>The whole session, as the service described it last.</summary>
        public JObject Session { get; }
    }

    /// <summary>One reason why the service would not take a file.</summary>
    public sealed class UploadFault
    {
        internal UploadFault(JToken fault)
        {
            Code = JsonText.StringOf(fault, "code");
            Field = JsonText.StringOf(fault, "field");
            Detail = JsonText.StringOf(fault, "detail");
        }

        /// <summary>The stable code.</summary>
        public string Code { get; }

        /// <summary>The member of the request, or null.</summary>
        public string Field { get; }

        /// <summary>An explanation for people.</summary>
        public string Detail { get; }
    }

    /// <summary>The service refuses a file: before it was sent, or because of what its scan has found.</summary>
    public sealed class UploadRefusedException : ModportException
    {
        internal UploadRefusedException(string message, IReadOnlyList<UploadFault> faults, UploadResult result)
            : base(message)
        {
            Faults = faults;
            Result = result;
        }

        /// <summary>All reasons. Branch on their codes.</summary>
        public IReadOnlyList<UploadFault> Faults { get; }

        /// <summary>The failed session; null if none was created.</summary>
        public UploadResult Result { get; }
    }
}
