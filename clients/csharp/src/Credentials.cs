using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>Gives the bearer token of each request. Implementations are safe for concurrent calls.</summary>
    public interface ITokenProvider
    {
        /// <summary>The token to send, or null for an anonymous request.</summary>
        Task<string> GetTokenAsync(CancellationToken cancellationToken);

        /// <summary>
        /// Called once for a call that the service refused with 401. Returns a token other than the refused one, or null
        /// if there is none.
        /// </summary>
        Task<string> RefreshAsync(string refusedToken, CancellationToken cancellationToken);
    }

    /// <summary>
    /// Gives tokens of an OAuth application. Its id is then the name in <c>X-Service-Client</c>, because the service refuses
    /// writes under another one (contract 5.5). <see cref="SignIn"/> is one.
    /// </summary>
    public interface IOAuthTokenProvider : ITokenProvider
    {
        /// <summary>The <c>client_id</c> of the tokens.</summary>
        string ClientId { get; }
    }

    /// <summary>A token that does not change, such as a personal access token.</summary>
    public sealed class FixedToken : ITokenProvider
    {
        private readonly string token;

        /// <summary>Creates a provider of one token.</summary>
        public FixedToken(string token)
        {
            this.token = token;
        }

        /// <inheritdoc/>
        public Task<string> GetTokenAsync(CancellationToken cancellationToken)
        {
            return Task.FromResult(token);
        }

        /// <inheritdoc/>
        public Task<string> RefreshAsync(string refusedToken, CancellationToken cancellationToken)
        {
            return Task.FromResult<string>(null);
        }
    }
}
