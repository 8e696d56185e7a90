using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>Time, as the library sees it. Tests replace it, so that they need not wait.</summary>
    public interface IClock
    {
        /// <summary>The wall clock. It may be wrong; only signatures and tokens depend on it.</summary>
        DateTimeOffset UtcNow { get; }

        /// <summary>Time since any fixed point, which no change of the wall clock affects.</summary>
        TimeSpan Elapsed { get; }

        /// <summary>Waits.</summary>
        Task DelayAsync(TimeSpan delay, CancellationToken cancellationToken);
    }

    /// <summary>The clock of this machine.</summary>
    public sealed class SystemClock : IClock
    {
        private static readonly Stopwatch SinceStart = Stopwatch.StartNew();

        /// <inheritdoc/>
        public DateTimeOffset UtcNow => DateTimeOffset.UtcNow;

        /// <inheritdoc/>
        public TimeSpan Elapsed => SinceStart.Elapsed;

        /// <inheritdoc/>
        public Task DelayAsync(TimeSpan delay, CancellationToken cancellationToken)
        {
            return Task.Delay(delay, cancellationToken);
        }
    }
}
