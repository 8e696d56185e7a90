using System;
using System.Globalization;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The tokens of a signed-in user. Its text form never shows them.</summary>
    public sealed class Tokens
    {
        /// <summary>Creates a set of tokens that names no service. No <see cref="SignIn"/> uses it.</summary>
        public Tokens(string accessToken, string refreshToken, DateTimeOffset expiresAt, string scope)
            : this(accessToken, refreshToken, expiresAt, scope, null, null)
        {
        }

        /// <summary>Creates the set of tokens that a service issued to an application.</summary>
        public Tokens(string accessToken, string refreshToken, DateTimeOffset expiresAt, string scope, string issuer, string clientId)
        {
            AccessToken = accessToken;
            RefreshToken = refreshToken;
            ExpiresAt = expiresAt;
            Scope = scope;
            Issuer = issuer;
            ClientId = clientId;
        }

        /// <summary>The bearer token, for 15 minutes.</summary>
        public string AccessToken { get; }

        /// <summary>The token for the next refresh, or null. Each works once.</summary>
        public string RefreshToken { get; }

        /// <summary>The end of the access token, by the clock of this machine.</summary>
        public DateTimeOffset ExpiresAt { get; }

        /// <summary>The scopes that the user granted, with spaces between them.</summary>
        public string Scope { get; }

        /// <summary>The origin of the service that issued the tokens. They must not reach another one. Null if it is unknown.</summary>
        public string Issuer { get; }

        /// <summary>The application that got the tokens, or null.</summary>
        public string ClientId { get; }

        /// <summary>Whether a service issued the tokens to an application.</summary>
        internal bool AreOf(string issuer, string clientId)
        {
            return Issuer == issuer && ClientId == clientId;
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return "Tokens until " + ExpiresAt.ToString("u", CultureInfo.InvariantCulture);
        }

        /// <summary>The tokens in a response. Throws <see cref="SignInException"/> for any other content.</summary>
        internal static Tokens OfResponse(JObject response, Tokens former, DateTimeOffset now, string issuer, string clientId)
        {
            string access = JsonText.StringOf(response, "access_token");
            bool isBearer = string.Equals(JsonText.StringOf(response, "token_type"), "Bearer", StringComparison.OrdinalIgnoreCase);
            if (!IsToken(access) || !isBearer) throw new SignInException("invalid_response", "The service returned no access token.");
            string refresh = JsonText.StringOf(response, "refresh_token") ?? former?.RefreshToken;
            double seconds = Math.Min(24 * 3600, Math.Max(0, JsonText.NumberOf(response, "expires_in") ?? 0));
            string scope = JsonText.StringOf(response, "scope") ?? former?.Scope;
            return new Tokens(access, refresh, now.AddSeconds(seconds), scope, issuer, clientId);
        }

        internal byte[] ToBytes()
        {
            return JsonText.Write(new JObject
            {
                ["access_token"] = AccessToken,
                ["refresh_token"] = RefreshToken,
                ["expires_at"] = ExpiresAt.UtcDateTime.ToString("o", CultureInfo.InvariantCulture),
                ["scope"] = Scope,
                ["issuer"] = Issuer,
                ["client_id"] = ClientId,
            });
        }

        /// <summary>The tokens in a file, or null if it is damaged. A file of 0.1.0 names no issuer and no application.</summary>
        internal static Tokens OfBytes(byte[] content)
        {
            try
            {
                JToken kept = JsonText.Parse(content);
                string access = JsonText.StringOf(kept, "access_token");
                const DateTimeStyles styles = DateTimeStyles.AdjustToUniversal | DateTimeStyles.AssumeUniversal;
                bool isDate = DateTimeOffset.TryParse(JsonText.StringOf(kept, "expires_at"), CultureInfo.InvariantCulture, styles, out DateTimeOffset end);
                string issuer = JsonText.StringOf(kept, "issuer");
                string clientId = JsonText.StringOf(kept, "client_id");
                if (!IsToken(access) || !isDate) return null;
                return new Tokens(access, JsonText.StringOf(kept, "refresh_token"), end, JsonText.StringOf(kept, "scope"), issuer, clientId);
            }
            catch (JsonException)
            {
                return null;
            }
        }

        /// <summary>Whether a text fits into a header.</summary>
        private static bool IsToken(string text)
        {
            if (string.IsNullOrEmpty(text) || text.Length > 8192) return false;
            foreach (char one in text)
            {
                if (one <= ' ' || one > '~') return false;
            }
            return true;
        }
    }
}
