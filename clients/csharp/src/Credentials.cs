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
