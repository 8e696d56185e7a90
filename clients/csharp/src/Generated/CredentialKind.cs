using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `account_key`, `api_key`, `pat`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct CredentialKind : IOpenEnum, IEquatable<CredentialKind>
    {
        /// <summary>Creates a value, known or not.</summary>
        public CredentialKind(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>account_key</c></summary>
        public static CredentialKind AccountKey => new CredentialKind("account_key");

        /// <summary><c>api_key</c></summary>
        public static CredentialKind ApiKey => new CredentialKind("api_key");

        /// <summary><c>pat</c></summary>
        public static CredentialKind Pat => new CredentialKind("pat");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(CredentialKind left, CredentialKind right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(CredentialKind left, CredentialKind right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(CredentialKind other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is CredentialKind other && Equals(other);
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
