using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `active`, `deleted`, `disabled`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct WebhookState : IOpenEnum, IEquatable<WebhookState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public WebhookState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>active</c></summary>
        public static WebhookState Active => new WebhookState("active");

        /// <summary><c>deleted</c></summary>
        public static WebhookState Deleted => new WebhookState("deleted");

        /// <summary><c>disabled</c></summary>
        public static WebhookState Disabled => new WebhookState("disabled");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(WebhookState left, WebhookState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(WebhookState left, WebhookState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(WebhookState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is WebhookState other && Equals(other);
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
