using System;
using System.Net.Http;

namespace Modport
{
    /// <summary>The options of a <see cref="ModportClient"/>.</summary>
    public sealed class ModportClientOptions
    {
        /// <summary>The address of the API with its version, such as <c>https://mods.example/v1</c>.</summary>
        public Uri BaseAddress { get; set; }

        /// <summary>The application that calls. Required.</summary>
        public ClientIdentity Identity { get; set; }

        /// <summary>The source of bearer tokens; null for anonymous calls.</summary>
        public ITokenProvider Tokens { get; set; }

        /// <summary>The attempts of one call in all, from 1 to 3 (contract 8).</summary>
        public int MaxAttempts { get; set; } = 3;

        /// <summary>
        /// The longest wait before a retry that the service may demand; jitter is added to it. If the service demands a longer
        /// one, the call fails at once and the error says how long to wait.
        /// </summary>
        public TimeSpan MaxRetryDelay { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>The longest time of one attempt of an API call.</summary>
        public TimeSpan CallTimeout { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>The longest time in which a transfer of a file makes no progress.</summary>
        public TimeSpan StallTimeout { get; set; } = TimeSpan.FromSeconds(30);

        /// <summary>
        /// Makes the message handler, for a proxy or for tests. It must not follow redirects. The client disposes it.
        /// </summary>
        public Func<HttpMessageHandler> HandlerFactory { get; set; }

        /// <summary>The clock. Tests replace it.</summary>
        public IClock Clock { get; set; } = new SystemClock();

        internal void Check()
        {
            if (BaseAddress == null || !BaseAddress.IsAbsoluteUri) throw new ArgumentException("BaseAddress must be absolute.");
            if (BaseAddress.Scheme != "https" && BaseAddress.Scheme != "http") throw new ArgumentException("BaseAddress must use https.");
            if (BaseAddress.Scheme == "http" && !BaseAddress.IsLoopback) throw new ArgumentException("BaseAddress must use https, except on this machine.");
            if (BaseAddress.UserInfo.Length > 0 || BaseAddress.Query.Length > 0) throw new ArgumentException("BaseAddress must have no user name and no query.");
            if (Identity == null) throw new ArgumentException("Identity is required.");
            if (Clock == null) throw new ArgumentException("Clock is required.");
            if (MaxAttempts < 1 || MaxAttempts > 3) throw new ArgumentException("MaxAttempts must be from 1 to 3.");
        }
    }
}
