using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>The sign-in with a browser on this machine.</summary>
    public sealed partial class SignIn
    {
        private const string Page = "<!doctype html><title>modport</title><p>You can close this page and go back to the application.</p>";

        /// <summary>
        /// Signs in with the browser: PKCE, and a redirect to a free port of this machine. Throws <see cref="SignInException"/>
        /// if the user denies, does not respond in time, or the response is not genuine.
        /// </summary>
        public async Task SignInWithBrowserAsync(CancellationToken cancellationToken = default(CancellationToken))
        {
            string verifier = Base64Url.Random();
            string state = Base64Url.Random();
            string nonce = Base64Url.Random();
            using (var listener = new LoopbackListener(options.RedirectPath))
            using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            {
                limit.CancelAfter(options.Timeout);
                Dictionary<string, string> reply;
                try
                {
                    Task<Dictionary<string, string>> waiting = listener.WaitAsync(Page, limit.Token);
                    await options.OpenBrowser(AuthorizeAddress(listener.Address, verifier, state, nonce), limit.Token).ConfigureAwait(false);
                    reply = await waiting.ConfigureAwait(false);
                }
                catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
                {
                    throw new SignInException("timeout", "The user did not respond in time.");
                }
                string code = CodeIn(reply, state);
                var form = new Dictionary<string, string>
                {
                    ["grant_type"] = "authorization_code",
                    ["code"] = code,
                    ["redirect_uri"] = listener.Address.AbsoluteUri,
                    ["code_verifier"] = verifier,
                };
                await TakeAsync(await calls.PostAsync("/oauth/token", form, cancellationToken).ConfigureAwait(false), nonce, cancellationToken).ConfigureAwait(false);
            }
        }

        private string CodeIn(Dictionary<string, string> reply, string state)
        {
            reply.TryGetValue("state", out string givenState);
            if (!Webhooks.AreEqual(Encoding.UTF8.GetBytes(state), Encoding.UTF8.GetBytes(givenState ?? ""))) throw new SignInException("state_mismatch", "The response belongs to another sign-in.");
            reply.TryGetValue("iss", out string issuer);
            if (issuer != calls.Issuer) throw new SignInException("issuer_mismatch", "The response comes from another service.");
            if (reply.TryGetValue("error", out string error))
            {
                reply.TryGetValue("error_description", out string text);
                throw new SignInException(error, text ?? "The sign-in was refused.");
            }
            return reply.TryGetValue("code", out string code) && code.Length > 0 ? code : throw new SignInException("invalid_response", "The response has no code.");
        }

        private Uri AuthorizeAddress(Uri redirect, string verifier, string state, string nonce)
        {
            byte[] challenge;
            using (SHA256 digest = SHA256.Create()) challenge = digest.ComputeHash(Encoding.ASCII.GetBytes(verifier));
            var query = new Dictionary<string, string>
            {
                ["response_type"] = "code",
                ["client_id"] = options.ClientId,
                ["redirect_uri"] = redirect.AbsoluteUri,
                ["scope"] = string.Join(" ", options.Scopes),
                ["state"] = state,
                ["code_challenge"] = Base64Url.Encode(challenge),
                ["code_challenge_method"] = "S256",
            };
            if (options.Scopes.Contains("openid")) query["nonce"] = nonce;
            if (options.UiLocales != null) query["ui_locales"] = options.UiLocales;
            return new Uri(calls.Issuer + "/oauth/authorize?" + string.Join("&", query.Select(one => one.Key + "=" + Uri.EscapeDataString(one.Value))));
        }
    }
}
