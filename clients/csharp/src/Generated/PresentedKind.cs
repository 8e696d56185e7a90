using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `account_key`, `agent`, `api_key`, `oauth`, `operator`, `pat`, `session`, `trusted_publisher`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct PresentedKind : IOpenEnum, IEquatable<PresentedKind>
    {
        /// <summary>Creates a value, known or not.</summary>
        public PresentedKind(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>account_key</c></summary>
        public static PresentedKind AccountKey => new PresentedKind("account_key");

        /// <summary><c>agent</c></summary>
        public static PresentedKind Agent => new PresentedKind("agent");

        /// <summary><c>api_key</c></summary>
        public static PresentedKind ApiKey => new PresentedKind("api_key");

        /// <summary><c>oauth</c></summary>
        public static PresentedKind Oauth => new PresentedKind("oauth");

        /// <summary><c>operator</c></summary>
        public static PresentedKind Operator => new PresentedKind("operator");

        /// <summary><c>pat</c></summary>
        public static PresentedKind Pat => new PresentedKind("pat");

        /// <summary><c>session</c></summary>
        public static PresentedKind Session => new PresentedKind("session");

        /// <summary><c>trusted_publisher</c></summary>
        public static PresentedKind TrustedPublisher => new PresentedKind("trusted_publisher");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(PresentedKind left, PresentedKind right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(PresentedKind left, PresentedKind right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(PresentedKind other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is PresentedKind other && Equals(other);
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
