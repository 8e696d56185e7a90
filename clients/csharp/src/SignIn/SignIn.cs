using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>
    /// Signs a user in, in a browser or with a device code, and gives fresh tokens to clients as an
    /// <see cref="ITokenProvider"/> (contract 5.2). Tokens never appear in messages or logs.
    /// </summary>
    public sealed class SignIn : ITokenProvider, IDisposable
    {
        private const string Page = "<!doctype html><title>modport</title><p>You can close this page and go back to the application.</p>";
        private const string DeviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

        /// <summary>Access tokens are renewed so long before their end.</summary>
        private static readonly TimeSpan Margin = TimeSpan.FromSeconds(60);

        private readonly Transport transport;
        private readonly SignInOptions options;
        private readonly OAuthCalls calls;
        private readonly SemaphoreSlim turn = new SemaphoreSlim(1, 1);
        private Tokens inMemory;

        /// <summary>Creates a sign-in for the service of <paramref name="client"/>, whose <c>Tokens</c> it does not use.</summary>
        public SignIn(ModportClientOptions client, SignInOptions options)
        {
            if (string.IsNullOrEmpty(options?.ClientId)) throw new ArgumentException("ClientId is required.", nameof(options));
            this.options = options;
            transport = new Transport(client ?? throw new ArgumentNullException(nameof(client)));
            calls = new OAuthCalls(transport, options);
        }

        private IClock Clock => transport.Options.Clock;

        /// <summary>Whether tokens are stored. They may have been revoked.</summary>
        public bool IsSignedIn => Stored() != null;

        /// <summary>The verified statement about the user of the last sign-in with the scope <c>openid</c>, or null.</summary>
        public IdToken IdToken { get; private set; }

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

        /// <summary>
        /// Signs in with a code that the user enters on any device. Throws <see cref="SignInException"/> with
        /// <c>access_denied</c> or <c>expired_token</c>.
        /// </summary>
        public async Task SignInWithDeviceAsync(CancellationToken cancellationToken = default(CancellationToken))
        {
            if (options.ShowCode == null) throw new InvalidOperationException("ShowCode is required.");
            var form = new Dictionary<string, string> { ["scope"] = string.Join(" ", options.Scopes) };
            JObject device = await calls.PostAsync("/oauth/device_authorization", form, cancellationToken).ConfigureAwait(false);
            string deviceCode = JsonText.StringOf(device, "device_code") ?? throw new SignInException("invalid_response", "The service gave no device code.");
            TimeSpan lifetime = TimeSpan.FromSeconds(Math.Min(3600, Math.Max(1, JsonText.NumberOf(device, "expires_in") ?? 600)));
            await options.ShowCode(CodeOf(device, lifetime), cancellationToken).ConfigureAwait(false);
            double interval = Math.Min(60, Math.Max(1, JsonText.NumberOf(device, "interval") ?? 5));
            TimeSpan end = Clock.Elapsed + lifetime;
            while (true)
            {
                await Clock.DelayAsync(TimeSpan.FromSeconds(interval), cancellationToken).ConfigureAwait(false);
                if (Clock.Elapsed >= end) throw new SignInException("expired_token", "The code of the device has expired.");
                try
                {
                    var poll = new Dictionary<string, string> { ["grant_type"] = DeviceGrant, ["device_code"] = deviceCode };
                    JObject tokens = await calls.PostAsync("/oauth/token", poll, cancellationToken).ConfigureAwait(false);
                    await TakeAsync(tokens, null, cancellationToken).ConfigureAwait(false);
                    return;
                }
                catch (SignInException error) when (error.Code == "authorization_pending")
                {
                    // The user has not decided yet.
                }
                catch (SignInException error) when (error.Code == "slow_down")
                {
                    interval = Math.Min(300, Math.Max(interval + 5, error.Data["retry_after_seconds"] as double? ?? 0));
                }
                catch (TransportException)
                {
                    // RFC 8628: poll less often after a failure of the connection.
                    interval = Math.Min(300, interval * 2);
                }
            }
        }

        /// <inheritdoc/>
        public async Task<string> GetTokenAsync(CancellationToken cancellationToken)
        {
            Tokens stored = Stored() ?? throw new SignInException("not_signed_in", "No user is signed in.");
            if (stored.RefreshToken == null || stored.ExpiresAt - Margin > Clock.UtcNow) return stored.AccessToken;
            return await RenewAsync(stored.AccessToken, cancellationToken).ConfigureAwait(false);
        }

        /// <inheritdoc/>
        public Task<string> RefreshAsync(string refusedToken, CancellationToken cancellationToken)
        {
            return RenewAsync(refusedToken, cancellationToken);
        }

        /// <summary>Ends all tokens of this sign-in at the service, and removes them from this machine.</summary>
        public async Task RevokeAsync(CancellationToken cancellationToken = default(CancellationToken))
        {
            Tokens stored = Stored();
            if (stored == null) return;
            var form = new Dictionary<string, string> { ["token"] = stored.RefreshToken ?? stored.AccessToken };
            await calls.PostAsync("/oauth/revoke", form, cancellationToken).ConfigureAwait(false);
            Forget();
        }

        /// <summary>Closes the connections. Stored tokens stay.</summary>
        public void Dispose()
        {
            transport.Dispose();
            turn.Dispose();
        }

        /// <summary>
        /// A token other than <paramref name="old"/>. One process at a time uses the refresh token; the others take what it
        /// stored.
        /// </summary>
        private async Task<string> RenewAsync(string old, CancellationToken cancellationToken)
        {
            await turn.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                IDisposable held = options.File == null ? null : await options.File.LockAsync(Clock, cancellationToken).ConfigureAwait(false);
                using (held)
                {
                    Tokens stored = Stored();
                    if (stored == null) return null;
                    if (stored.AccessToken != old) return stored.AccessToken;
                    if (stored.RefreshToken == null) return null;
                    return await RefreshAsync(stored, cancellationToken).ConfigureAwait(false);
                }
            }
            finally
            {
                turn.Release();
            }
        }

        private async Task<string> RefreshAsync(Tokens stored, CancellationToken cancellationToken)
        {
            var form = new Dictionary<string, string> { ["grant_type"] = "refresh_token", ["refresh_token"] = stored.RefreshToken };
            try
            {
                // Without cancellation: a lost response would cost the user a new sign-in.
                JObject response = await calls.PostAsync("/oauth/token", form, CancellationToken.None).ConfigureAwait(false);
                Tokens fresh = Tokens.OfResponse(response, stored, Clock.UtcNow);
                Store(fresh);
                return fresh.AccessToken;
            }
            catch (SignInException error) when (error.Code == "invalid_grant" && 409.Equals(error.Data["status"]))
            {
                throw new SignInException("invalid_grant", "Another program used this sign-in at the same moment.", error);
            }
            catch (SignInException error) when (error.Code == "invalid_grant")
            {
                Forget();
                throw;
            }
        }

        private async Task TakeAsync(JObject response, string nonce, CancellationToken cancellationToken)
        {
            Tokens tokens = Tokens.OfResponse(response, null, Clock.UtcNow);
            IdToken = null;
            if (options.Scopes.Contains("openid"))
            {
                JObject keys = await calls.GetAsync("/.well-known/jwks.json", cancellationToken).ConfigureAwait(false);
                IdToken = IdToken.Verify(JsonText.StringOf(response, "id_token"), keys, calls.Issuer, options.ClientId, nonce, Clock.UtcNow);
            }
            Store(tokens);
        }

        private string CodeIn(Dictionary<string, string> reply, string state)
        {
            reply.TryGetValue("state", out string givenState);
            if (!Webhooks.AreEqual(Encoding.UTF8.GetBytes(state), Encoding.UTF8.GetBytes(givenState ?? ""))) throw new SignInException("state_mismatch", "The response belongs to another sign-in.");
            reply.TryGetValue("iss", out string issuer);
            if (issuer != calls.Issuer) throw new SignInException("issuer_mismatch", "The response is of another service.");
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

        private DeviceCode CodeOf(JObject device, TimeSpan lifetime)
        {
            string userCode = JsonText.StringOf(device, "user_code");
            Uri address = PageIn(device, "verification_uri");
            if (string.IsNullOrEmpty(userCode) || address == null) throw new SignInException("invalid_response", "The service gave no code for the user.");
            return new DeviceCode(userCode, address, PageIn(device, "verification_uri_complete"), lifetime);
        }

        /// <summary>A page of the service to show to the user. Any other address could be a trap.</summary>
        private Uri PageIn(JObject device, string name)
        {
            bool isAddress = Uri.TryCreate(JsonText.StringOf(device, name), UriKind.Absolute, out Uri address);
            return isAddress && address.GetLeftPart(UriPartial.Authority) == calls.Issuer ? address : null;
        }

        private Tokens Stored()
        {
            return options.File == null ? inMemory : options.File.Read();
        }

        private void Store(Tokens tokens)
        {
            if (options.File == null) inMemory = tokens;
            else options.File.Write(tokens);
        }

        private void Forget()
        {
            if (options.File == null) inMemory = null;
            else options.File.Delete();
        }
    }
}
