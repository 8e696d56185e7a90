using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Downloads from a store, or by a service, that lies.</summary>
    [TestFixture]
    public sealed class LyingStoreTests : DownloadTest
    {
        [Test]
        public async Task A_wrong_byte_is_fetched_again()
        {
            Service.Break(Service.Rule(Store, "GET", Service.Fault("corrupt", "at", 1000)));
            await Fetch(Small);
            CheckInstalled(Small);
        }

        [Test]
        public async Task Wrong_bytes_never_get_the_final_name()
        {
            Service.Break(Service.Rule(Store, "GET", Service.Fault("corrupt", "at", 1000), 100));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
            Assert.IsFalse(File.Exists(Target + ".part"), "wrong bytes are not continued");
        }

        [Test]
        public async Task Wrong_bytes_do_not_replace_an_older_file()
        {
            File.WriteAllText(Target, "old");
            Service.Break(Service.Rule(Store, "GET", Service.Fault("corrupt", "at", 1000), 100));
            await ErrorOf<IntegrityException>(Fetch(Small));
            Assert.AreEqual("old", File.ReadAllText(Target));
        }

        [Test]
        public async Task A_store_that_ignores_the_range_starts_the_file_again()
        {
            Service.Break(
                Service.Rule(Store, "GET", Service.Fault("cut", "after", 500000)),
                Service.Rule(Store, "GET", Service.Fault("ignore-range")));
            await Fetch(Large);
            CheckInstalled(Large);
        }

        [TestCase("content-range", "bytes 0-9/10")]
        [TestCase("content-range", "bytes 5-8388721/8388722")]
        [TestCase("content-range", "nonsense")]
        [TestCase("etag", "\"another\"")]
        [TestCase("content-encoding", "gzip")]
        public async Task A_store_that_lies_in_a_header_is_asked_again(string name, string value)
        {
            var lie = Service.Fault("headers", "set", new JObject { [name] = value });
            Service.Break(
                Service.Rule(Store, "GET", Service.Fault("cut", "after", 500000)),
                Service.Rule(Store, "GET", lie));
            await Fetch(Large);
            CheckInstalled(Large);
        }

        [TestCase("etag", "\"another\"")]
        [TestCase("content-encoding", "gzip")]
        public async Task A_store_that_always_lies_in_a_header_fails_the_download(string name, string value)
        {
            var lie = Service.Fault("headers", "set", new JObject { [name] = value });
            Service.Break(Service.Rule(Store, "GET", lie, 100));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
        }

        [TestCase(65651)]
        [TestCase(65649)]
        [TestCase(10)]
        public async Task A_lie_about_the_size_fails_the_download(int size)
        {
            Service.Break(Service.Rule("/resolve$", "POST", Resolution(Small, data => data["size_bytes"] = size), 100));
            await ErrorOf<ModportException>(Fetch(Small));
            CheckNothingInstalled();
        }

        [Test]
        public async Task A_lie_about_the_digest_fails_the_download()
        {
            var lie = Resolution(Small, data => data["hashes"]["sha256"] = data["sha256"] = new string('a', 64));
            Service.Break(Service.Rule("/resolve$", "POST", lie, 100));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
        }

        [TestCase("file:///etc/passwd")]
        [TestCase("http://user:secret@127.0.0.1/")]
        [TestCase("ftp://127.0.0.1/x")]
        [TestCase("relative")]
        [TestCase("")]
        public async Task An_unsafe_address_is_not_fetched(string address)
        {
            Service.Break(Service.Rule("/resolve$", "POST", Resolution(Small, data => data["primary_url"] = address)));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
        }

        [Test]
        public async Task A_redirect_of_a_store_to_another_host_is_not_followed()
        {
            using (var other = new OtherHost())
            {
                Service.Break(Service.Rule(Store, "GET", Service.Fault("redirect", "location", other.Url, "status", 302), 100));
                ProblemException problem = await ErrorOf<ProblemException>(Fetch(Small));
                Assert.AreEqual(302, problem.Status);
                Assert.IsFalse(other.WasAsked);
                CheckNothingInstalled();
            }
        }

        [Test]
        public async Task A_description_of_another_file_is_refused()
        {
            Service.Break(Service.Rule("/resolve$", "POST", Resolution(Large, data => { })));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
        }

        /// <summary>A file whose bytes are these.</summary>
        private static JObject Declared(string text)
        {
            string digest;
            using (SHA256 sha = SHA256.Create()) digest = string.Concat(sha.ComputeHash(Encoding.ASCII.GetBytes(text)).Select(one => one.ToString("x2")));
            return Resolution(Small, data =>
            {
                data["size_bytes"] = text.Length;
                data["sha256"] = data["hashes"]["sha256"] = digest;
            });
        }

        /// <summary>Its first bytes have the declared digest, so only the end of the body shows the lie.</summary>
        [Test]
        public async Task A_body_without_a_length_that_is_longer_than_declared_is_refused()
        {
            const string text = "These bytes are declared.";
            var chunked = new JObject { ["Transfer-Encoding"] = "chunked" };
            Service.Break(
                Service.Rule("/resolve$", "POST", Declared(text), 99),
                Service.Rule(Store, "HEAD", Service.Status(200, new JObject { ["Content-Length"] = text.Length.ToString() }), 99),
                Service.Rule(Store, "GET", Service.Status(200, chunked, text + " And these are more."), 99));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
            Assert.AreEqual(4, Service.Log("GET", "/storage/").Count);
        }

        [Test]
        public async Task A_body_without_a_length_that_is_as_long_as_declared_is_installed()
        {
            const string text = "These bytes are declared.";
            var chunked = new JObject { ["Transfer-Encoding"] = "chunked" };
            Service.Break(Service.Rule("/resolve$", "POST", Declared(text)), Service.Rule(Store, "GET", Service.Status(200, chunked, text)));
            await Fetch(Small);
            Assert.AreEqual(text, File.ReadAllText(Target));
        }

        [TestCase("10")]
        [TestCase("99999999")]
        public async Task A_HEAD_with_another_size_is_refused_before_any_byte(string length)
        {
            Service.Break(
                Service.Rule("/resolve$", "POST", Resolution(Small, data => data["requires_head_before_range"] = true), 99),
                Service.Rule(Store, "HEAD", Service.Fault("headers", "set", new JObject { ["content-length"] = length }), 99));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
            Assert.AreEqual(4, Service.Log("HEAD", "/storage/").Count);
            Assert.IsEmpty(Service.Log("GET", "/storage/"));
        }
    }
}
