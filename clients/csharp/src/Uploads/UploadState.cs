using System;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>
    /// What a later run needs to continue an upload: the keys of its writes and the id of its session. It is written before the
    /// write that it belongs to, so that a crash in between repeats that write instead of making another.
    /// </summary>
    internal sealed class UploadState
    {
        private const int LongestFile = 8192;

        private readonly string path;

        /// <summary>What the keys belong to. Another file or version has other keys.</summary>
        private readonly string subject;

        private UploadState(string path, string subject)
        {
            this.path = path;
            this.subject = subject;
            CreateKey = Guid.NewGuid().ToString();
            CompleteKey = Guid.NewGuid().ToString();
        }

        internal string CreateKey { get; private set; }

        /// <summary>The key of a completion that names parts.</summary>
        internal string CompleteKey { get; private set; }

        /// <summary>The session, or null before the service has answered the create.</summary>
        internal string UploadId { get; private set; }

        internal static UploadState Open(string path, string subject)
        {
            var state = new UploadState(path, subject);
            byte[] content = AtomicFile.TryRead(path, LongestFile);
            if (content == null) return state;
            try
            {
                JToken kept = JsonText.Parse(content);
                string create = JsonText.StringOf(kept, "create_key");
                string complete = JsonText.StringOf(kept, "complete_key");
                bool isSame = JsonText.StringOf(kept, "subject") == subject;
                if (!isSame || !Guid.TryParse(create, out _) || !Guid.TryParse(complete, out _)) return state;
                state.CreateKey = create;
                state.CompleteKey = complete;
                state.UploadId = Guid.TryParse(JsonText.StringOf(kept, "upload_id"), out Guid id) ? id.ToString() : null;
            }
            catch (JsonException)
            {
                // A damaged file is as good as none.
            }
            return state;
        }

        /// <summary>Begins another session.</summary>
        internal void Restart()
        {
            CreateKey = Guid.NewGuid().ToString();
            CompleteKey = Guid.NewGuid().ToString();
            UploadId = null;
        }

        internal void Keep(string uploadId)
        {
            UploadId = uploadId;
            var document = new JObject
            {
                ["subject"] = subject,
                ["create_key"] = CreateKey,
                ["complete_key"] = CompleteKey,
                ["upload_id"] = UploadId,
            };
            AtomicFile.Write(path, JsonText.Write(document));
        }

        internal void Delete()
        {
            AtomicFile.TryDelete(path);
        }
    }
}
