using System;
using System.Net;
using System.Net.Sockets;

namespace Modport.Tests
{
    /// <summary>A host to which nothing may be sent.</summary>
    internal sealed class OtherHost : IDisposable
    {
        private readonly TcpListener listener = new TcpListener(IPAddress.Loopback, 0);

        internal OtherHost()
        {
            listener.Start();
        }

        internal string Url => "http://127.0.0.1:" + ((IPEndPoint)listener.LocalEndpoint).Port + "/";

        /// <summary>Whether a connection waits.</summary>
        internal bool WasAsked => listener.Pending();

        public void Dispose()
        {
            listener.Stop();
        }
    }
}
