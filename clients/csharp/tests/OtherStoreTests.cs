using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Downloads from the second store, and from providers of external files.</summary>
    [TestFixture]
    public sealed class OtherStoreTests : DownloadTest
    {
        [Test]
        public async Task A_second_store_is_used_if_the_first_one_is_down()
        {
            string real = null;
            JObject first = Resolution(Small, data =>
            {
                real = (string)data["primary_url"];
                data["primary_url"] = Service.BaseUrl + "/down";
                data["fallback"]["available"] = true;
            });
            JObject second = Resolution(Small, data =>
            {
                data["fallback_url"] = real;
                data["requires_head_before_range"] = true;
                data["representation"]["provider"] = "mirror";
            });
            Service.Break(
                Service.Rule("/resolve$", "POST", first),
                Service.Rule("^/down", "GET", Service.Fault("refuse"), 100),
                Service.Rule("/fallback$", "POST", second));
            await Fetch(Small);
            CheckInstalled(Small);
            Assert.AreEqual(1, Service.Log("HEAD", "/storage/").Count, "the ETag of the first store is not used");
        }

        [Test]
        public async Task A_download_goes_on_in_the_second_store_of_the_service_when_the_first_one_is_lost()
        {
            Service.Break(
                Service.Rule(Store, "GET", Service.Fault("cut", "after", 300000)),
                Service.Rule(Store, "GET", Service.Fault("refuse"), 99));
            await Fetch(Copied);
            CheckInstalled(Copied);
            JToken get = Service.Log("GET", "/mirror/").Single();
            StringAssert.IsMatch("^bytes=[1-9][0-9]*-$", (string)get["range"]);
            Assert.AreEqual(206, (int)get["status"]);
            Assert.AreEqual(1, Service.Log("HEAD", "/mirror/").Count, "its ETag is not that of the first store");
            Assert.AreEqual(1, Service.Log("POST", "/fallback").Count);
        }

        [Test]
        public async Task The_whole_file_comes_from_the_second_store_of_the_service_after_wrong_bytes()
        {
            Service.Break(Service.Rule(Store, "GET", Service.Fault("corrupt", "at", 5000)));
            await Fetch(Copied);
            CheckInstalled(Copied);
            Assert.IsNull((string)Service.Log("GET", "/mirror/").Single()["range"]);
        }

        [Test]
        public async Task A_mod_that_does_not_allow_its_second_store_gets_no_file_from_it()
        {
            Service.Break(Service.Rule(Store, "GET", Service.Fault("refuse"), 99));
            await ErrorOf<TransportException>(Fetch(Small));
            CheckNothingInstalled();
            Assert.IsEmpty(Service.Log("POST", "/fallback"));
        }

        private static JObject External(JToken mod, string url)
        {
            return Resolution(mod, data =>
            {
                var transport = new JObject { ["kind"] = "external_provider_reference", ["provider"] = "github", ["url"] = url, ["ttl_seconds"] = 300 };
                data["transport"] = transport;
                foreach (string name in new[] { "primary_url", "head_url", "download_job", "download_session_id", "download_grant" }) data[name].Parent.Remove();
            });
        }

        [Test]
        public async Task A_file_of_a_provider_is_fetched_over_its_redirects()
        {
            string real = (string)Service.Post("/v1/downloads/" + Large["artifact_id"] + "/resolve", "{}")["data"]["primary_url"];
            Service.Break(
                Service.Rule("/resolve$", "POST", External(Large, Service.BaseUrl + "/release"), 9),
                Service.Rule("^/release", "GET", Service.Fault("redirect", "location", real, "status", 302), 9),
                Service.Rule(Store, "GET", Service.Fault("cut", "after", 3000000)));
            await Fetch(Large);
            CheckInstalled(Large);
            Assert.IsNull((string)Service.Log("GET", "/storage/").First()["if_match"], "a provider gets no ETag of ours");
        }

        [TestCase("file:///etc/passwd")]
        [TestCase("ftp://127.0.0.1/")]
        public async Task A_provider_that_redirects_to_an_unsafe_address_is_left(string location)
        {
            Service.Break(
                Service.Rule("/resolve$", "POST", External(Small, Service.BaseUrl + "/release"), 9),
                Service.Rule("^/release", "GET", Service.Fault("redirect", "location", location, "status", 302), 9));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
        }

        [Test]
        public async Task A_provider_that_redirects_without_end_is_left()
        {
            Service.Break(
                Service.Rule("/resolve$", "POST", External(Small, Service.BaseUrl + "/release"), 9),
                Service.Rule("^/release", "GET", Service.Fault("redirect", "location", "/release", "status", 302), 1000));
            await ErrorOf<IntegrityException>(Fetch(Small));
            Assert.LessOrEqual(Service.Log("GET", "/release").Count, 30);
        }
    }
}
