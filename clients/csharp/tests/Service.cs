using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Text;
using Newtonsoft.Json.Linq;

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
}
