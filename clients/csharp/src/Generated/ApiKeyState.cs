using System;
using System.Collections.Generic;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport.Models
{
    /// <summary>Known values: `active`, `expired`, `retiring`, `revoked`. Expect others. Later releases add values: have a default for them.</summary>
    [JsonConverter(typeof(OpenEnumConverter))]
    public struct ApiKeyState : IOpenEnum, IEquatable<ApiKeyState>
    {
        /// <summary>Creates a value, known or not.</summary>
        public ApiKeyState(string text)
        {
            Text = text;
        }

        /// <inheritdoc/>
        public string Text { get; }

        /// <summary><c>active</c></summary>
        public static ApiKeyState Active => new ApiKeyState("active");

        /// <summary><c>expired</c></summary>
        public static ApiKeyState Expired => new ApiKeyState("expired");

        /// <summary><c>retiring</c></summary>
        public static ApiKeyState Retiring => new ApiKeyState("retiring");

        /// <summary><c>revoked</c></summary>
        public static ApiKeyState Revoked => new ApiKeyState("revoked");

        /// <summary>Whether both have the same text.</summary>
        public static bool operator ==(ApiKeyState left, ApiKeyState right)
        {
            return left.Equals(right);
        }

        /// <summary>Whether the texts differ.</summary>
        public static bool operator !=(ApiKeyState left, ApiKeyState right)
        {
            return !left.Equals(right);
        }

        /// <inheritdoc/>
        public bool Equals(ApiKeyState other)
        {
            return string.Equals(Text, other.Text, StringComparison.Ordinal);
        }

        /// <inheritdoc/>
        public override bool Equals(object obj)
        {
            return obj is ApiKeyState other && Equals(other);
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
