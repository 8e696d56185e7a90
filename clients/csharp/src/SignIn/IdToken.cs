using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The verified statement of the service about who signed in (OpenID Connect).</summary>
    public sealed class IdToken
    {
        private static readonly DateTimeOffset Epoch = new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero);

        /// <summary>Clocks differ. A token of five minutes is accepted so much before and after.</summary>
        private static readonly TimeSpan Leeway = TimeSpan.FromMinutes(5);

        private IdToken(JObject claims)
        {
            Claims = claims;
        }

        /// <summary>The id of the user.</summary>
        public string Subject => JsonText.StringOf(Claims, "sub");

        /// <summary>All claims.</summary>
        public JObject Claims { get; }

        /// <summary>
        /// Verifies signature, issuer, audience, time and nonce (contract 5.2). Throws <see cref="SignInException"/> with
        /// <c>invalid_id_token</c>.
        /// </summary>
        internal static IdToken Verify(string token, JObject keys, string issuer, string clientId, string nonce, DateTimeOffset now)
        {
            string[] parts = (token ?? "").Split('.');
            if (parts.Length != 3) throw Invalid("form");
            try
            {
                JToken head = JsonText.Parse(Base64Url.Decode(parts[0]));
                if (JsonText.StringOf(head, "alg") != "RS256") throw Invalid("algorithm");
                if (!IsSigned(parts, KeyOf(keys, JsonText.StringOf(head, "kid")))) throw Invalid("signature");
                var claims = JsonText.Parse(Base64Url.Decode(parts[1])) as JObject;
                CheckClaims(claims, issuer, clientId, nonce, now);
                return new IdToken(claims);
            }
            catch (Exception error) when (error is FormatException || error is JsonException || error is CryptographicException)
            {
                throw Invalid("form");
            }
        }

        private static void CheckClaims(JObject claims, string issuer, string clientId, string nonce, DateTimeOffset now)
        {
            if (JsonText.StringOf(claims, "iss") != issuer) throw Invalid("issuer");
            JToken audience = claims["aud"];
            bool isForUs = audience is JArray several
                ? several.Count == 1 && several[0].Type == JTokenType.String && (string)several[0] == clientId
                : JsonText.StringOf(claims, "aud") == clientId;
            if (!isForUs) throw Invalid("audience");
            double seconds = (now - Epoch).TotalSeconds;
            double? expires = JsonText.NumberOf(claims, "exp");
            double? issued = JsonText.NumberOf(claims, "iat");
            if (!(expires > seconds - Leeway.TotalSeconds)) throw Invalid("expiry");
            if (!(issued < seconds + Leeway.TotalSeconds)) throw Invalid("time of issue");
            if (nonce != null && JsonText.StringOf(claims, "nonce") != nonce) throw Invalid("nonce");
            if (string.IsNullOrEmpty(JsonText.StringOf(claims, "sub"))) throw Invalid("subject");
        }

        private static bool IsSigned(string[] parts, JToken key)
        {
            if (key == null) return false;
            using (RSA rsa = RSA.Create())
            {
                rsa.ImportParameters(new RSAParameters
                {
                    Modulus = Base64Url.Decode(JsonText.StringOf(key, "n")),
                    Exponent = Base64Url.Decode(JsonText.StringOf(key, "e")),
                });
                byte[] signed = Encoding.ASCII.GetBytes(parts[0] + "." + parts[1]);
                return rsa.VerifyData(signed, Base64Url.Decode(parts[2]), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
            }
        }

        private static JToken KeyOf(JObject keys, string id)
        {
            return (keys["keys"] as JArray ?? new JArray()).FirstOrDefault(key =>
                id != null && JsonText.StringOf(key, "kid") == id && JsonText.StringOf(key, "kty") == "RSA");
        }

        private static SignInException Invalid(string what)
        {
            return new SignInException("invalid_id_token", "The ID token has a wrong " + what + ".");
        }
    }

    /// <summary>Base 64 for addresses, without padding.</summary>
    internal static class Base64Url
    {
        internal static string Encode(byte[] bytes)
        {
            return Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
        }

        internal static byte[] Decode(string text)
        {
            if (text == null) throw new FormatException();
            string padded = text.Replace('-', '+').Replace('_', '/');
            return Convert.FromBase64String(padded + new string('=', (4 - padded.Length % 4) % 4));
        }

        /// <summary>A secret of 256 bits.</summary>
        internal static string Random()
        {
            var bytes = new byte[32];
            using (RandomNumberGenerator source = RandomNumberGenerator.Create()) source.GetBytes(bytes);
            return Encode(bytes);
        }
    }
}
