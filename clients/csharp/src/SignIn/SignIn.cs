using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>
    /// Signs a user in, in a browser or with a device code, and gives fresh tokens to clients as an
    /// <see cref="IOAuthTokenProvider"/> (contract 5.2). Tokens never appear in messages or logs.
    /// </summary>
    public sealed partial class SignIn : IOAuthTokenProvider, IDisposable
    {
        /// <summary>Access tokens are renewed so long before their end.</summary>
        private static readonly TimeSpan Margin = TimeSpan.FromSeconds(60);

        /// <summary>The longest wait for a revocation after a cancellation.</summary>
        private static readonly TimeSpan CancelledWait = TimeSpan.FromSeconds(2);

        /// <summary>Reads of the keys. The waits of one, two and four seconds bridge a short failure; the user waits meanwhile.</summary>
        private const int KeyReads = 4;

        private readonly Transport transport;
        private readonly SignInOptions options;
        private readonly OAuthCalls calls;
        private readonly SemaphoreSlim turn = new SemaphoreSlim(1, 1);
        private Tokens inMemory;

        /// <summary>Work that goes on after a cancellation, such as a revocation. It never fails.</summary>
        private Task background = Task.FromResult(true);

        /// <summary>Creates a sign-in for the service of <paramref name="client"/>, whose <c>Tokens</c> it does not use.</summary>
        public SignIn(ModportClientOptions client, SignInOptions options)
        {
            if (string.IsNullOrEmpty(options?.ClientId)) throw new ArgumentException("ClientId is required.", nameof(options));
            this.options = options;
            transport = new Transport(client ?? throw new ArgumentNullException(nameof(client)));
            calls = new OAuthCalls(transport, options);
        }

        /// <summary>The longest time of all reads of the keys. Tests shorten it.</summary>
        internal TimeSpan KeyTime { get; set; } = TimeSpan.FromSeconds(30);

        private IClock Clock => transport.Options.Clock;

        /// <inheritdoc/>
        public string ClientId => options.ClientId;

        /// <summary>Whether tokens of this application and service are stored. They may have been revoked.</summary>
        public bool IsSignedIn => Stored() != null;

        /// <summary>The verified statement about the user of the last sign-in with the scope <c>openid</c>, or null.</summary>
        public IdToken IdToken { get; private set; }

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

        /// <summary>
        /// Removes the tokens of this sign-in from this machine, and ends them at the service. Those of another application or
        /// service stay. Throws <see cref="SignInException"/> or <see cref="TransportException"/> if the service did not end them;
        /// they are removed nevertheless. Throws <see cref="IOException"/> or <see cref="UnauthorizedAccessException"/> if their file
        /// cannot be removed; it ends them first, and a repeated call tries both again. After a cancellation it throws
        /// <see cref="OperationCanceledException"/> instead of all others, and the revocation goes on in the background.
        /// </summary>
        public async Task RevokeAsync(CancellationToken cancellationToken = default(CancellationToken))
        {
            ExceptionDispatchInfo failure = null;
            Tokens stored = await AloneAsync(() =>
            {
                Tokens tokens = Stored();
                // A damaged file, or one of 0.1.0, still has secrets.
                if (tokens != null || Kept()?.Issuer == null) failure = TryForget();
                return Task.FromResult(tokens);
            }, cancellationToken).ConfigureAwait(false);
            try
            {
                if (stored != null) await EndAsync(stored, cancellationToken).ConfigureAwait(false);
            }
            catch (Exception) when (failure != null)
            {
                // The user seems signed in, so the other failure is the one to report.
            }
            if (failure == null) return;
            cancellationToken.ThrowIfCancellationRequested();
            failure.Throw();
        }

        /// <summary>
        /// Ends tokens at the service. After a cancellation it goes on in the background, and its failure is not thrown.
        /// </summary>
        private async Task EndAsync(Tokens tokens, CancellationToken cancellationToken)
        {
            Task revocation = RevokeTokensAsync(tokens);
            background = Task.WhenAll(background, QuietlyAsync(revocation));
            await BrieflyIfCancelledAsync(revocation, cancellationToken).ConfigureAwait(false);
            if (!revocation.IsCompleted || revocation.Exception != null) cancellationToken.ThrowIfCancellationRequested();
            await revocation.ConfigureAwait(false);
        }

        /// <summary>Closes the connections. Stored tokens stay.</summary>
        public void Dispose()
        {
            background = CloseAsync();
            turn.Dispose();
        }

        /// <summary>Closes the connections after a revocation that a cancellation left behind.</summary>
        private async Task CloseAsync()
        {
            await background.ConfigureAwait(false);
            transport.Dispose();
        }

        /// <summary>
        /// A token other than <paramref name="old"/>. One process at a time uses the refresh token; the others take what it
        /// stored.
        /// </summary>
        private Task<string> RenewAsync(string old, CancellationToken cancellationToken)
        {
            return AloneAsync(async () =>
            {
                Tokens stored = Stored();
                if (stored == null) return null;
                if (stored.AccessToken != old) return stored.AccessToken;
                if (stored.RefreshToken == null) return null;
                return await RefreshAsync(stored, cancellationToken).ConfigureAwait(false);
            }, cancellationToken);
        }

        /// <summary>Changes the stored tokens while no other call, also of another process, does so.</summary>
        private async Task<T> AloneAsync<T>(Func<Task<T>> change, CancellationToken cancellationToken)
        {
            await turn.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                IDisposable held = options.File == null ? null : await options.File.LockAsync(Clock, cancellationToken).ConfigureAwait(false);
                using (held) return await change().ConfigureAwait(false);
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
                Tokens fresh = Tokens.OfResponse(response, stored, Clock.UtcNow, calls.Issuer, ClientId);
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

        /// <summary>Checks the new tokens and stores them. Revokes tokens that cannot be checked or stored.</summary>
        private async Task TakeAsync(JObject response, string nonce, CancellationToken cancellationToken)
        {
            Tokens tokens = Tokens.OfResponse(response, null, Clock.UtcNow, calls.Issuer, ClientId);
            IdToken = null;
            try
            {
                IdToken checkedToken = null;
                if (options.Scopes.Contains("openid"))
                {
                    JObject keys = await KeysAsync(cancellationToken).ConfigureAwait(false);
                    checkedToken = IdToken.Verify(JsonText.StringOf(response, "id_token"), keys, calls.Issuer, options.ClientId, nonce, Clock.UtcNow);
                }
                // The refresh of another call or process must not replace the new tokens by its own.
                await AloneAsync(() =>
                {
                    Store(tokens);
                    return Task.FromResult(true);
                }, cancellationToken).ConfigureAwait(false);
                IdToken = checkedToken;
            }
            catch
            {
                // The failure before is the error to report.
                Task discard = QuietlyAsync(RevokeTokensAsync(tokens));
                background = Task.WhenAll(background, discard);
                await BrieflyIfCancelledAsync(discard, cancellationToken).ConfigureAwait(false);
                throw;
            }
        }

        /// <summary>
        /// The keys of the service, read again after a failure that passes. Throws the first failure if the time for all reads
        /// ends.
        /// </summary>
        private async Task<JObject> KeysAsync(CancellationToken cancellationToken)
        {
            ModportException first = null;
            using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            {
                limit.CancelAfter(KeyTime);
                for (int reads = 1; ; reads += 1)
                {
                    try
                    {
                        if (reads > 1) await Clock.DelayAsync(TimeSpan.FromSeconds(1 << (reads - 2)), limit.Token).ConfigureAwait(false);
                        return await calls.GetAsync("/.well-known/jwks.json", limit.Token).ConfigureAwait(false);
                    }
                    catch (ModportException error) when (reads < KeyReads && IsPassing(error))
                    {
                        first = first ?? error;
                    }
                    catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
                    {
                        throw first ?? new TransportException("The keys of the service did not arrive in time.");
                    }
                }
            }
        }

        /// <summary>
        /// Waits for work. After a cancellation it waits only a short time, so that a program that then ends has done the work
        /// if the service responds. The work goes on.
        /// </summary>
        private static async Task BrieflyIfCancelledAsync(Task work, CancellationToken cancellationToken)
        {
            using (var wait = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
            {
                await Task.WhenAny(work, Task.Delay(Timeout.InfiniteTimeSpan, wait.Token)).ConfigureAwait(false);
                wait.Cancel();
            }
            if (!work.IsCompleted) await Task.WhenAny(work, Task.Delay(CancelledWait, CancellationToken.None)).ConfigureAwait(false);
        }

        /// <summary>Waits for work, whether it succeeds or not.</summary>
        private static async Task QuietlyAsync(Task work)
        {
            try
            {
                await work.ConfigureAwait(false);
            }
            catch (Exception)
            {
                // The caller reports it, or an earlier one.
            }
        }

        /// <summary>Ends tokens at the service. Without cancellation: they are stored nowhere, so no later call could end them.</summary>
        private async Task RevokeTokensAsync(Tokens tokens)
        {
            var form = new Dictionary<string, string> { ["token"] = tokens.RefreshToken ?? tokens.AccessToken };
            await calls.PostAsync("/oauth/revoke", form, CancellationToken.None).ConfigureAwait(false);
        }

        /// <summary>The stored tokens of this application and service, or null.</summary>
        private Tokens Stored()
        {
            Tokens kept = Kept();
            return kept != null && kept.AreOf(calls.Issuer, ClientId) ? kept : null;
        }

        private Tokens Kept()
        {
            return options.File == null ? inMemory : options.File.Read();
        }

        private void Store(Tokens tokens)
        {
            if (options.File == null) inMemory = tokens;
            else options.File.Write(tokens);
        }

        /// <summary>Removes the tokens. Returns the failure, or null.</summary>
        private ExceptionDispatchInfo TryForget()
        {
            try
            {
                Forget();
                return null;
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return ExceptionDispatchInfo.Capture(error);
            }
        }

        private void Forget()
        {
            if (options.File == null) inMemory = null;
            else options.File.Delete();
        }
    }
}
