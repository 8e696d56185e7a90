using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport.Tests
{
    /// <summary>Keeps the JSON bodies that a client sends, because the log of the proxy has none.</summary>
    internal sealed class Recorder : DelegatingHandler
    {
        private readonly List<KeyValuePair<string, JObject>> bodies = new List<KeyValuePair<string, JObject>>();

        internal Recorder()
            : base(new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false, MaxConnectionsPerServer = 16 })
        {
        }

        /// <summary>The bodies of the requests whose path ends so.</summary>
        internal List<JObject> Bodies(string ending)
        {
            lock (bodies) return bodies.Where(one => one.Key.EndsWith(ending)).Select(one => one.Value).ToList();
        }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            if (request.Content?.Headers.ContentType?.MediaType == "application/json")
            {
                JObject body = JObject.Parse(await request.Content.ReadAsStringAsync());
                lock (bodies) bodies.Add(new KeyValuePair<string, JObject>(request.RequestUri.AbsolutePath, body));
            }
            return await base.SendAsync(request, cancellationToken);
        }
    }
}
