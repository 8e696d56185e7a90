using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>The test vectors that the clients of all languages share.</summary>
    [TestFixture]
    public sealed class VectorTests : ServiceTest
    {
        private static JObject Read(string name)
        {
            string path = Path.Combine(Environment.GetEnvironmentVariable("MODPORT_TEST_VECTORS"), name);
            using (var reader = new JsonTextReader(new StreamReader(path)) { DateParseHandling = DateParseHandling.None }) return JObject.Load(reader);
        }

        [Test]
        public void Every_handoff_vector_is_read_as_it_says()
        {
            JObject vectors = Read("handoff.json");
            Assert.IsNotEmpty(vectors["accepted"].ToArray());
            foreach (JToken one in vectors["accepted"])
            {
                Assert.IsTrue(Handoff.TryParse((string)one["uri"], out string id, out _), (string)one["uri"]);
                Assert.AreEqual((string)one["artifact_id"], id);
            }
            foreach (JToken one in vectors["refused"])
            {
                Assert.IsFalse(Handoff.TryParse((string)one["uri"], out _, out string refusal), (string)one["uri"]);
                Assert.AreEqual((string)one["refused"], refusal, (string)one["uri"]);
            }
        }

        [Test]
        public void Every_filename_vector_gets_its_name()
        {
            foreach (JToken one in Read("filenames.json")["cases"])
            {
                Assert.AreEqual((string)one["name"], SafeFilename.From((string)one["text"]), (string)one["text"]);
            }
        }

        [Test]
        public void Every_webhook_vector_is_verified_as_it_says()
        {
            foreach (JToken one in Read("webhooks.json")["cases"])
            {
                var headers = ((JObject)one["headers"]).Properties().ToDictionary(header => header.Name, header => (string)header.Value);
                bool isGenuine = Webhooks.Verify(
                    one["secrets"].Select(secret => (string)secret),
                    headers,
                    Encoding.UTF8.GetBytes((string)one["body"]),
                    TimeSpan.FromSeconds((double)one["tolerance"]),
                    new DateTimeOffset(1970, 1, 1, 0, 0, 0, TimeSpan.Zero).AddSeconds((double)one["now"]));
                Assert.AreEqual(one["refused"] == null, isGenuine, (string)one["name"]);
            }
        }

        [Test]
        public async Task Every_retry_vector_is_decided_as_it_says()
        {
            foreach (JToken one in Read("retries.json")["cases"])
            {
                var name = (string)one["name"];
                Service.Forget();
                Service.Break(Service.Rule("/v1/vector$", (string)one["method"], FaultOf(one)), Service.Rule("/v1/vector$", (string)one["method"], Service.Status(200, null, "{}")));
                var clock = new FakeClock();
                Exception error = null;
                using (var transport = new Transport(Service.Options(clock)))
                {
                    var call = new ApiCall { Method = (string)one["method"], Path = "/vector", TakesKey = (bool)one["key"] };
                    try
                    {
                        await transport.CallAsync<JObject>(call, default(System.Threading.CancellationToken));
                    }
                    catch (ModportException thrown)
                    {
                        error = thrown;
                    }
                }
                bool isRepeated = Service.Log((string)one["method"], "/v1/vector").Count == 2;
                Assert.AreEqual((bool)one["retry"], isRepeated, name);
                Assert.AreEqual(isRepeated, error == null, name);
                if (isRepeated) Assert.GreaterOrEqual(clock.Waits.Single(), (double)one["least_wait_seconds"], name);
            }
        }

        private static JObject FaultOf(JToken one)
        {
            if ((string)one["failure"] == "connection") return Service.Fault("refuse");
            string body = one["problem"]?.ToString() ?? "<p>An error</p>";
            return Service.Status((int)one["status"], one["headers"] as JObject, body, one["problem"] == null ? "text/html" : "application/problem+json");
        }
    }
}
