using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `no_answer`, `status`, `target_refused`, `timeout`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct DeliveryFailure : IOpenEnum, IEquatable<DeliveryFailure>
    {
        /// <summary>Creates a value, known or not.</summary>
        public DeliveryFailure(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>no_answer</c></summary>
        public static DeliveryFailure NoAnswer => new DeliveryFailure("no_answer");

        /// <summary><c>status</c></summary>
        public static DeliveryFailure Status => new DeliveryFailure("status");

        /// <summary><c>target_refused</c></summary>
        public static DeliveryFailure TargetRefused => new DeliveryFailure("target_refused");

        /// <summary><c>timeout</c></summary>
        public static DeliveryFailure Timeout => new DeliveryFailure("timeout");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(DeliveryFailure left, DeliveryFailure right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(DeliveryFailure left, DeliveryFailure right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(DeliveryFailure other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is DeliveryFailure other && Equals(other);
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
