using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>EventKindInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct EventKindInput : IOpenEnum, IEquatable<EventKindInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public EventKindInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>mod.updated</c></summary>
        public static EventKindInput ModUpdated => new EventKindInput("mod.updated");

        /// <summary><c>version.published</c></summary>
        public static EventKindInput VersionPublished => new EventKindInput("version.published");

        /// <summary><c>file.ready</c></summary>
        public static EventKindInput FileReady => new EventKindInput("file.ready");

        /// <summary><c>file.failed</c></summary>
        public static EventKindInput FileFailed => new EventKindInput("file.failed");

        /// <summary><c>upload.completed</c></summary>
        public static EventKindInput UploadCompleted => new EventKindInput("upload.completed");

        /// <summary><c>scan.completed</c></summary>
        public static EventKindInput ScanCompleted => new EventKindInput("scan.completed");

        /// <summary><c>token.changed</c></summary>
        public static EventKindInput TokenChanged => new EventKindInput("token.changed");

        /// <summary><c>app.changed</c></summary>
        public static EventKindInput AppChanged => new EventKindInput("app.changed");

        /// <summary><c>account.access.changed</c></summary>
        public static EventKindInput AccountAccessChanged => new EventKindInput("account.access.changed");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(EventKindInput left, EventKindInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(EventKindInput left, EventKindInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(EventKindInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is EventKindInput other && Equals(other);
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
