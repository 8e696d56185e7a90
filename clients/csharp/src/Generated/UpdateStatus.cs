using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `current`, `no_compatible_file`, `unknown`, `update_available`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct UpdateStatus : IOpenEnum, IEquatable<UpdateStatus>
    {
        /// <summary>Creates a value, known or not.</summary>
        public UpdateStatus(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>current</c></summary>
        public static UpdateStatus Current => new UpdateStatus("current");

        /// <summary><c>no_compatible_file</c></summary>
        public static UpdateStatus NoCompatibleFile => new UpdateStatus("no_compatible_file");

        /// <summary><c>unknown</c></summary>
        public static UpdateStatus Unknown => new UpdateStatus("unknown");

        /// <summary><c>update_available</c></summary>
        public static UpdateStatus UpdateAvailable => new UpdateStatus("update_available");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(UpdateStatus left, UpdateStatus right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(UpdateStatus left, UpdateStatus right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(UpdateStatus other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is UpdateStatus other && Equals(other);
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
