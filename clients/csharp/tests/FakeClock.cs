using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Modport.Tests
{
    /// <summary>A clock whose waits end at once and are counted.</summary>
    internal sealed class FakeClock : IClock
    {
        private readonly object guard = new object();
        private TimeSpan elapsed;

        internal List<double> Waits { get; } = new List<double>();

        /// <summary>What happens at the begin of each wait.</summary>
        internal Action Waiting { get; set; }

        public DateTimeOffset UtcNow { get; set; } = DateTimeOffset.UtcNow;

        public TimeSpan Elapsed
        {
            get
            {
                lock (guard) return elapsed;
            }
        }

        internal void Advance(double seconds)
        {
            lock (guard) elapsed += TimeSpan.FromSeconds(seconds);
        }

        public Task DelayAsync(TimeSpan delay, CancellationToken cancellationToken)
        {
            Waiting?.Invoke();
            cancellationToken.ThrowIfCancellationRequested();
            lock (guard)
            {
                Waits.Add(delay.TotalSeconds);
                elapsed += delay;
            }
            return Task.FromResult(true);
        }
    }
}
