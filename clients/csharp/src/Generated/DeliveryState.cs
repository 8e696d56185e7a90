using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `cancelled`, `delivering`, `exhausted`, `pending`, `retrying`, `succeeded`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct DeliveryState : IOpenEnum, IEquatable<DeliveryState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public DeliveryState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>cancelled</c></summary>
        public static DeliveryState Cancelled => new DeliveryState("cancelled");

        /// <summary><c>delivering</c></summary>
        public static DeliveryState Delivering => new DeliveryState("delivering");

        /// <summary><c>exhausted</c></summary>
        public static DeliveryState Exhausted => new DeliveryState("exhausted");

        /// <summary><c>pending</c></summary>
        public static DeliveryState Pending => new DeliveryState("pending");

        /// <summary><c>retrying</c></summary>
        public static DeliveryState Retrying => new DeliveryState("retrying");

        /// <summary><c>succeeded</c></summary>
        public static DeliveryState Succeeded => new DeliveryState("succeeded");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(DeliveryState left, DeliveryState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(DeliveryState left, DeliveryState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(DeliveryState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is DeliveryState other && Equals(other);
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
