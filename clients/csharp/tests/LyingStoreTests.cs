using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Stores that say one size and send another.</summary>
    [TestFixture]
    public sealed class LyingStoreTests : ServiceTest
    {
        private const string Store = "^/storage/";

        private static readonly JToken Small = Service.Mod("base-library");

        private string Target => InFolder("mod.zip");

        private async Task CheckRefused()
        {
            await ErrorOf<IntegrityException>(Client.DownloadAsync((string)Small["artifact_id"], Target));
            Assert.IsFalse(File.Exists(Target), "nothing has the final name");
            Assert.IsFalse(File.Exists(Target + ".part.lock"), "the lock is released");
        }

        private static JObject Resolution(string text, bool needsHead)
        {
            JObject real = Service.Post("/v1/downloads/" + Small["artifact_id"] + "/resolve", "{}");
            if (text != null)
            {
                string digest;
                using (SHA256 sha = SHA256.Create()) digest = string.Concat(sha.ComputeHash(Encoding.ASCII.GetBytes(text)).Select(one => one.ToString("x2")));
                real["data"]["size_bytes"] = text.Length;
                real["data"]["sha256"] = real["data"]["hashes"]["sha256"] = digest;
            }
            real["data"]["requires_head_before_range"] = needsHead;
            return Service.Status(200, null, real.ToString());
        }

        /// <summary>Its first bytes have the declared digest, so only the end of the body shows the lie.</summary>
        [Test]
        public async Task A_body_without_a_length_that_is_longer_than_declared_is_refused()
        {
            const string text = "These bytes are declared.";
            var chunked = new JObject { ["Transfer-Encoding"] = "chunked" };
            Service.Break(
                Service.Rule("/resolve$", "POST", Resolution(text, false), 99),
                Service.Rule(Store, "HEAD", Service.Status(200, new JObject { ["Content-Length"] = text.Length.ToString() }), 99),
                Service.Rule(Store, "GET", Service.Status(200, chunked, text + " And these are more."), 99));
            await CheckRefused();
            Assert.AreEqual(4, Service.Log("GET", "/storage/").Count);
        }

        [Test]
        public async Task A_body_without_a_length_that_is_as_long_as_declared_is_installed()
        {
            const string text = "These bytes are declared.";
            var chunked = new JObject { ["Transfer-Encoding"] = "chunked" };
            Service.Break(Service.Rule("/resolve$", "POST", Resolution(text, false)), Service.Rule(Store, "GET", Service.Status(200, chunked, text)));
            await Client.DownloadAsync((string)Small["artifact_id"], Target);
            Assert.AreEqual(text, File.ReadAllText(Target));
        }

        [TestCase("10")]
        [TestCase("99999999")]
        public async Task A_HEAD_with_another_size_is_refused_before_any_byte(string length)
        {
            Service.Break(
                Service.Rule("/resolve$", "POST", Resolution(null, true), 99),
                Service.Rule(Store, "HEAD", Service.Fault("headers", "set", new JObject { ["content-length"] = length }), 99));
            await CheckRefused();
            Assert.AreEqual(4, Service.Log("HEAD", "/storage/").Count);
            Assert.IsEmpty(Service.Log("GET", "/storage/"));
        }
    }
}
