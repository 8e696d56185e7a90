using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>The running service, the fault proxy before it, and what is published there.</summary>
    internal static class Service
    {
        internal static readonly JObject Facts = JObject.Parse(Environment.GetEnvironmentVariable("MODPORT_TEST_FACTS"));

        internal static string BaseUrl => (string)Facts["base_url"];

        internal static string Token => (string)Facts["token"];

        /// <summary>The published mod with this slug.</summary>
        internal static JToken Mod(string slug)
        {
            return Facts["mods"].First(mod => (string)mod["slug"] == slug);
        }

        /// <summary>Replaces the faults of the proxy. Each rule hits some requests; the first that still applies wins.</summary>
        internal static void Break(params JObject[] rules)
        {
            Control("PUT", "/faults", new JArray(rules.Cast<object>().ToArray()).ToString());
        }

        /// <summary>A rule for requests whose path matches.</summary>
        internal static JObject Rule(string path, string method, JObject fault, int times = 1, int skip = 0)
        {
            return new JObject
            {
                ["match"] = new JObject { ["path"] = path, ["method"] = method },
                ["times"] = times,
                ["skip"] = skip,
                ["fault"] = fault,
            };
        }

        internal static JObject Fault(string kind, params object[] members)
        {
            var fault = new JObject { ["kind"] = kind };
            for (int at = 0; at < members.Length; at += 2) fault[(string)members[at]] = JToken.FromObject(members[at + 1]);
            return fault;
        }

        /// <summary>A response without the service.</summary>
        internal static JObject Status(int status, JObject headers = null, string body = "", string type = "application/json")
        {
            return Fault("status", "status", status, "headers", headers ?? new JObject(), "body", body, "type", type);
        }

        /// <summary>The requests since the last <see cref="Forget"/>, of a method and with a text in their path.</summary>
        internal static List<JToken> Log(string method, string path)
        {
            return JArray.Parse(Control("GET", "/log", null))
                .Where(one => (string)one["method"] == method && ((string)one["path"]).Contains(path)).ToList();
        }

        internal static void Forget()
        {
            Control("DELETE", "/log", null);
        }

        /// <summary>The person signs in and approves.</summary>
        internal static JObject Approve(string url)
        {
            return JObject.Parse(Control("POST", "/sign-in", new JObject { ["url"] = url }.ToString()));
        }

        /// <summary>A request without the client under test.</summary>
        internal static JObject Post(string path, string body, string token = null)
        {
            return JObject.Parse(Send("POST", BaseUrl + path, body, token));
        }

        private static string Control(string method, string path, string body)
        {
            return Send(method, (string)Facts["control_url"] + path, body);
        }

        private static string Send(string method, string url, string body, string token = null)
        {
            using (var web = new WebClient { Encoding = Encoding.UTF8 })
            {
                if (token != null) Identify(web.Headers, token);
                web.Headers["Content-Type"] = "application/json";
                try
                {
                    return method == "GET" ? web.DownloadString(url) : web.UploadString(url, method, body ?? "");
                }
                catch (WebException error) when (error.Response != null)
                {
                    using (var reader = new StreamReader(error.Response.GetResponseStream())) throw new InvalidOperationException(reader.ReadToEnd());
                }
            }
        }

        private static void Identify(WebHeaderCollection headers, string token)
        {
            headers["Authorization"] = "Bearer " + token;
            headers["User-Agent"] = "tests/1.0 (+https://tests.example)";
            headers["X-Service-Client"] = "tests";
            headers["X-Service-Client-Version"] = "1.0";
        }

        internal static ModportClientOptions Options(IClock clock = null, string token = null)
        {
            return new ModportClientOptions
            {
                BaseAddress = new Uri(BaseUrl + "/v1"),
                Identity = new ClientIdentity("csharp-tests", "1.0", "https://tests.example"),
                Tokens = token == null ? null : new FixedToken(token),
                Clock = clock ?? new FakeClock(),
            };
        }
    }

    /// <summary>A clock whose waits end at once and are counted.</summary>
    internal sealed class FakeClock : IClock
    {
        private readonly object guard = new object();
        private TimeSpan elapsed;

        internal List<double> Waits { get; } = new List<double>();

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
            cancellationToken.ThrowIfCancellationRequested();
            lock (guard)
            {
                Waits.Add(delay.TotalSeconds);
                elapsed += delay;
            }
            return Task.FromResult(true);
        }
    }

    /// <summary>Reports at once, on the thread of the transfer.</summary>
    internal sealed class Reports : IProgress<TransferProgress>
    {
        private readonly Action<TransferProgress> then;

        internal Reports(Action<TransferProgress> then = null)
        {
            this.then = then;
        }

        internal List<TransferProgress> All { get; } = new List<TransferProgress>();

        public void Report(TransferProgress value)
        {
            lock (All) All.Add(value);
            then?.Invoke(value);
        }
    }

    /// <summary>A test with a folder of its own and a proxy without faults.</summary>
    public abstract class ServiceTest
    {
        internal string Folder { get; private set; }

        internal FakeClock Clock { get; private set; }

        internal ModportClient Client { get; private set; }

        [SetUp]
        public void Begin()
        {
            Service.Break();
            Service.Forget();
            Folder = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString());
            Directory.CreateDirectory(Folder);
            Clock = new FakeClock();
            Client = new ModportClient(Service.Options(Clock));
        }

        [TearDown]
        public void End()
        {
            Service.Break();
            Client.Dispose();
            Directory.Delete(Folder, true);
        }

        internal string InFolder(string name)
        {
            return Path.Combine(Folder, name);
        }

        internal static string DigestOf(string path)
        {
            using (SHA256 digest = SHA256.Create())
            using (FileStream file = File.OpenRead(path))
            {
                return BitConverter.ToString(digest.ComputeHash(file)).Replace("-", "").ToLowerInvariant();
            }
        }

        /// <summary>The error of a task. NUnit 2 has no assertion for asynchronous errors.</summary>
        internal static async Task<T> ErrorOf<T>(Task task) where T : Exception
        {
            try
            {
                await task;
            }
            catch (T error)
            {
                return error;
            }
            throw new AssertionException("There was no " + typeof(T).Name + ".");
        }
    }
}
