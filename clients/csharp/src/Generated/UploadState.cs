using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `cancelled`, `draft`, `failed`, `published`, `quarantined`, `ready`, `scanning`, `uploaded`, `uploading`, `validating`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct UploadState : IOpenEnum, IEquatable<UploadState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public UploadState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>cancelled</c></summary>
        public static UploadState Cancelled => new UploadState("cancelled");

        /// <summary><c>draft</c></summary>
        public static UploadState Draft => new UploadState("draft");

        /// <summary><c>failed</c></summary>
        public static UploadState Failed => new UploadState("failed");

        /// <summary><c>published</c></summary>
        public static UploadState Published => new UploadState("published");

        /// <summary><c>quarantined</c></summary>
        public static UploadState Quarantined => new UploadState("quarantined");

        /// <summary><c>ready</c></summary>
        public static UploadState Ready => new UploadState("ready");

        /// <summary><c>scanning</c></summary>
        public static UploadState Scanning => new UploadState("scanning");

        /// <summary><c>uploaded</c></summary>
        public static UploadState Uploaded => new UploadState("uploaded");

        /// <summary><c>uploading</c></summary>
        public static UploadState Uploading => new UploadState("uploading");

        /// <summary><c>validating</c></summary>
        public static UploadState Validating => new UploadState("validating");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(UploadState left, UploadState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(UploadState left, UploadState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(UploadState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is UploadState other && Equals(other);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return Text == null ? 0 : StringComparer.Ordinal.GetHashCode(Text);
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return Text ?? "";
        }
    }
}
