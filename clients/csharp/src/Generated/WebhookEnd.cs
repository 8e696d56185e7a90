using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `access_ended`, `application_ended`, `credential_ended`, `deliveries_failed`, `owner`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct WebhookEnd : IOpenEnum, IEquatable<WebhookEnd>
    {
        /// <summary>Creates a value, known or not.</summary>
        public WebhookEnd(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>access_ended</c></summary>
        public static WebhookEnd AccessEnded => new WebhookEnd("access_ended");

        /// <summary><c>application_ended</c></summary>
        public static WebhookEnd ApplicationEnded => new WebhookEnd("application_ended");

        /// <summary><c>credential_ended</c></summary>
        public static WebhookEnd CredentialEnded => new WebhookEnd("credential_ended");

        /// <summary><c>deliveries_failed</c></summary>
        public static WebhookEnd DeliveriesFailed => new WebhookEnd("deliveries_failed");

        /// <summary><c>owner</c></summary>
        public static WebhookEnd Owner => new WebhookEnd("owner");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(WebhookEnd left, WebhookEnd right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(WebhookEnd left, WebhookEnd right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(WebhookEnd other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is WebhookEnd other && Equals(other);
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
