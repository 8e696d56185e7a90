using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `cancelled`, `failed`, `processing`, `queued`, `rejected`, `succeeded`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct JobState : IOpenEnum, IEquatable<JobState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public JobState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>cancelled</c></summary>
        public static JobState Cancelled => new JobState("cancelled");

        /// <summary><c>failed</c></summary>
        public static JobState Failed => new JobState("failed");

        /// <summary><c>processing</c></summary>
        public static JobState Processing => new JobState("processing");

        /// <summary><c>queued</c></summary>
        public static JobState Queued => new JobState("queued");

        /// <summary><c>rejected</c></summary>
        public static JobState Rejected => new JobState("rejected");

        /// <summary><c>succeeded</c></summary>
        public static JobState Succeeded => new JobState("succeeded");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(JobState left, JobState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(JobState left, JobState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(JobState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is JobState other && Equals(other);
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
