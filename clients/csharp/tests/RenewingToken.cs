using System.Threading;
using System.Threading.Tasks;

namespace Modport.Tests
{
    /// <summary>A token that the service refuses, until it is renewed.</summary>
    internal sealed class RenewingToken : ITokenProvider
    {
        internal string Token { get; set; } = "mpat_wrong";

        internal string Next { get; set; } = Service.Token;

        internal int Refreshes { get; private set; }

        public Task<string> GetTokenAsync(CancellationToken cancellationToken)
        {
            return Task.FromResult(Token);
        }

        public Task<string> RefreshAsync(string refusedToken, CancellationToken cancellationToken)
        {
            Refreshes += 1;
            Token = Next;
            return Task.FromResult(Next);
        }
    }
}
