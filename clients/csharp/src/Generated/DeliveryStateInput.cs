using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>DeliveryStateInput of the API. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct DeliveryStateInput : IOpenEnum, IEquatable<DeliveryStateInput>
    {
        /// <summary>Creates a value, known or not.</summary>
        public DeliveryStateInput(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>cancelled</c></summary>
        public static DeliveryStateInput Cancelled => new DeliveryStateInput("cancelled");

        /// <summary><c>delivering</c></summary>
        public static DeliveryStateInput Delivering => new DeliveryStateInput("delivering");

        /// <summary><c>exhausted</c></summary>
        public static DeliveryStateInput Exhausted => new DeliveryStateInput("exhausted");

        /// <summary><c>pending</c></summary>
        public static DeliveryStateInput Pending => new DeliveryStateInput("pending");

        /// <summary><c>retrying</c></summary>
        public static DeliveryStateInput Retrying => new DeliveryStateInput("retrying");

        /// <summary><c>succeeded</c></summary>
        public static DeliveryStateInput Succeeded => new DeliveryStateInput("succeeded");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(DeliveryStateInput left, DeliveryStateInput right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(DeliveryStateInput left, DeliveryStateInput right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(DeliveryStateInput other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is DeliveryStateInput other && Equals(other);
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
