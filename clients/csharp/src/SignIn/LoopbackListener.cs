using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>
    /// Waits on a free port of this machine for the one request that ends a sign-in. Not <see cref="HttpListener"/>, which
    /// needs a reservation by an administrator on Windows.
    /// </summary>
    internal sealed class LoopbackListener : IDisposable
    {
        private const int LongestHead = 16 * 1024;

        private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

        private readonly TcpListener listener = new TcpListener(IPAddress.Loopback, 0);
        private readonly string path;

        internal LoopbackListener(string path)
        {
            this.path = path;
            listener.Start(8);
            Address = new Uri("http://127.0.0.1:" + ((IPEndPoint)listener.LocalEndpoint).Port + path);
        }

        internal Uri Address { get; }

        /// <summary>
        /// The query of the request for the path of the redirect. Requests for other paths, such as the icon of the page, get 404.
        /// </summary>
        internal async Task<Dictionary<string, string>> WaitAsync(string page, CancellationToken cancellationToken)
        {
            // Accept knows no cancellation: stopping the listener ends it.
            using (cancellationToken.Register(listener.Stop))
            {
                while (true)
                {
                    TcpClient client;
                    try
                    {
                        client = await listener.AcceptTcpClientAsync().ConfigureAwait(false);
                    }
                    catch (Exception error) when (error is ObjectDisposedException || error is SocketException || error is InvalidOperationException)
                    {
                        cancellationToken.ThrowIfCancellationRequested();
                        throw new TransportException("The port for the sign-in was closed.", error);
                    }
                    using (client)
                    {
                        Dictionary<string, string> query = await ServeAsync(client, page).ConfigureAwait(false);
                        if (query == null) continue;
                        // At once: a waiting connection would hang.
                        listener.Stop();
                        return query;
                    }
                }
            }
        }

        public void Dispose()
        {
            listener.Stop();
        }

        private async Task<Dictionary<string, string>> ServeAsync(TcpClient client, string page)
        {
            try
            {
                NetworkStream stream = client.GetStream();
                string line = await HeadLineAsync(client, stream).ConfigureAwait(false);
                Dictionary<string, string> query = QueryOf(line);
                string body = query == null ? "" : page;
                string status = query == null ? "404 Not Found" : "200 OK";
                string head = "HTTP/1.1 " + status + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: "
                    + Encoding.UTF8.GetByteCount(body) + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
                    + "Content-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n";
                byte[] bytes = Encoding.UTF8.GetBytes(head + body);
                await stream.WriteAsync(bytes, 0, bytes.Length).ConfigureAwait(false);
                return query;
            }
            catch (Exception error) when (error is IOException || error is ObjectDisposedException || error is SocketException || error is InvalidOperationException)
            {
                return null;
            }
        }

        /// <summary>The first line of a request, once its head is complete; null if it is too long or too slow.</summary>
        private static async Task<string> HeadLineAsync(TcpClient client, NetworkStream stream)
        {
            var buffer = new byte[LongestHead];
            int length = 0;
            using (var timer = new CancellationTokenSource(Patience))
            using (timer.Token.Register(client.Close))
            {
                while (length < buffer.Length)
                {
                    int count = await stream.ReadAsync(buffer, length, buffer.Length - length).ConfigureAwait(false);
                    if (count == 0) return null;
                    length += count;
                    string text = Encoding.ASCII.GetString(buffer, 0, length);
                    if (text.IndexOf("\r\n\r\n", StringComparison.Ordinal) >= 0) return text.Substring(0, text.IndexOf("\r\n", StringComparison.Ordinal));
                }
            }
            return null;
        }

        private Dictionary<string, string> QueryOf(string line)
        {
            string[] words = (line ?? "").Split(' ');
            if (words.Length != 3 || words[0] != "GET" || !words[1].StartsWith(path + "?", StringComparison.Ordinal)) return null;
            var query = new Dictionary<string, string>(StringComparer.Ordinal);
            foreach (string pair in words[1].Substring(path.Length + 1).Split('&'))
            {
                int at = pair.IndexOf('=');
                string name = at < 0 ? pair : pair.Substring(0, at);
                // A repeated parameter has no meaning in OAuth.
                if (query.ContainsKey(name)) return null;
                query[name] = at < 0 ? "" : Uri.UnescapeDataString(pair.Substring(at + 1).Replace('+', ' '));
            }
            return query;
        }
    }
}
