using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `clean`, `failed`, `pending`, `quarantined`, `queued`, `rejected`, `scanning`, `skipped`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ScanStatus : IOpenEnum, IEquatable<ScanStatus>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ScanStatus(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>clean</c></summary>
        public static ScanStatus Clean => new ScanStatus("clean");

        /// <summary><c>failed</c></summary>
        public static ScanStatus Failed => new ScanStatus("failed");

        /// <summary><c>pending</c></summary>
        public static ScanStatus Pending => new ScanStatus("pending");

        /// <summary><c>quarantined</c></summary>
        public static ScanStatus Quarantined => new ScanStatus("quarantined");

        /// <summary><c>queued</c></summary>
        public static ScanStatus Queued => new ScanStatus("queued");

        /// <summary><c>rejected</c></summary>
        public static ScanStatus Rejected => new ScanStatus("rejected");

        /// <summary><c>scanning</c></summary>
        public static ScanStatus Scanning => new ScanStatus("scanning");

        /// <summary><c>skipped</c></summary>
        public static ScanStatus Skipped => new ScanStatus("skipped");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ScanStatus left, ScanStatus right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ScanStatus left, ScanStatus right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ScanStatus other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ScanStatus other && Equals(other);
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
