using System;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The ids of a download that a later run goes on with. Only ids: an address is a secret that expires.</summary>
    internal sealed class DownloadState
    {
        private const int LongestFile = 4096;

        private DownloadState(string artifactId, string jobId)
        {
            ArtifactId = artifactId;
            JobId = jobId;
        }

        internal string ArtifactId { get; }

        /// <summary>The job to continue, or null.</summary>
        internal string JobId { get; }

        /// <summary>The state in a file; null if there is none, or none of this file.</summary>
        internal static DownloadState Read(string path, string artifactId)
        {
            byte[] content = AtomicFile.TryRead(path, LongestFile);
            if (content == null) return null;
            try
            {
                JToken document = JsonText.Parse(content);
                return IdIn(document, "artifact_id") == artifactId
                    ? new DownloadState(artifactId, IdIn(document, "download_job_id"))
                    : null;
            }
            catch (JsonException)
            {
                return null;
            }
        }

        private static string IdIn(JToken document, string name)
        {
            return Guid.TryParse(JsonText.StringOf(document, name), out Guid id) ? id.ToString() : null;
        }

        internal static void Write(string path, string artifactId, DownloadTicket ticket)
        {
            var document = new JObject
            {
                ["artifact_id"] = artifactId,
                ["download_job_id"] = ticket.JobId,
                ["grant_id"] = ticket.GrantId,
                ["download_session_id"] = ticket.SessionId,
            };
            AtomicFile.Write(path, JsonText.Write(document));
        }
    }
}
