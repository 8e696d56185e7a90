using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Downloads from a store that breaks, lies and expires.</summary>
    [TestFixture]
    public sealed class DownloadTests : ServiceTest
    {
        private const string Store = "^/storage/";

        private static readonly JToken Small = Service.Mod("base-library");
        private static readonly JToken Large = Service.Mod("large-pack");
        private static readonly JToken Copied = Service.Mod("copied-pack");

        private string Target => InFolder("mod.zip");

        private Task<DownloadResult> Fetch(JToken mod, DownloadOptions options = null, CancellationToken cancellation = default(CancellationToken))
        {
            return Client.DownloadAsync((string)mod["artifact_id"], Target, options, cancellation);
        }

        private void CheckInstalled(JToken mod)
        {
            Assert.AreEqual((string)mod["sha256"], DigestOf(Target));
            CollectionAssert.AreEqual(new[] { Target }, Directory.GetFiles(Folder), "a finished download leaves only its file");
        }

        private void CheckNothingInstalled()
        {
            Assert.IsFalse(File.Exists(Target), "no wrong file has the final name");
            Assert.IsFalse(File.Exists(Target + ".part.lock"), "the lock is released");
        }

        private static JObject Resolution(JToken mod, Action<JToken> change)
        {
            JObject real = Service.Post("/v1/downloads/" + mod["artifact_id"] + "/resolve", "{}");
            change(real["data"]);
            return Service.Status(200, null, real.ToString());
        }

        [Test]
        public async Task A_download_has_the_bytes_and_leaves_no_other_file()
        {
            var reports = new Reports();
            DownloadResult result = await Fetch(Large, new DownloadOptions { Progress = reports, ExpectedSha256 = (string)Large["sha256"] });
            CheckInstalled(Large);
            Assert.AreEqual((long)Large["size"], result.SizeBytes);
            Assert.AreEqual((long)Large["size"], reports.All.Last().Bytes);
            Assert.IsTrue(reports.All.Zip(reports.All.Skip(1), (one, next) => one.Bytes < next.Bytes).All(isMore => isMore));
            JToken get = Service.Log("GET", "/storage/").Single();
            Assert.IsNotNull((string)get["if_match"], "the ETag of the resolve guards the request");
            Assert.IsNull((string)get["headers"]["authorization"], "a store gets no credential");
            Assert.AreEqual(2, Service.Log("POST", "/resolve").Count, "the end is reported");
        }

        [TestCase(0)]
        [TestCase(1)]
        [TestCase(4095)]
        [TestCase(65536)]
        [TestCase(1048577)]
        [TestCase(8388721)]
        public async Task A_download_goes_on_after_a_cut(int after)
        {
            Service.Break(Service.Rule(Store, "GET", Service.Fault("cut", "after", after)));
            await Fetch(Large);
            CheckInstalled(Large);
            JToken second = Service.Log("GET", "/storage/")[1];
            if (after > 65536) StringAssert.StartsWith("bytes=", (string)second["range"]);
            Assert.IsNotNull((string)second["if_match"]);
        }

        [Test]
        public async Task A_download_goes_on_after_a_cut_at_every_ten_thousandth_byte()
        {
            Service.Break(Service.Rule(Store, "GET", Service.Fault("cut", "after", 10000), 6));
            await Fetch(Small);
            CheckInstalled(Small);
        }

        [Test]
        public async Task A_download_ends_if_a_store_only_drips()
        {
            Service.Break(Service.Rule(Store, "GET", Service.Fault("cut", "after", 1), 1000));
            await ErrorOf<TransportException>(Fetch(Small));
            CheckNothingInstalled();
            Assert.AreEqual(4, Service.Log("GET", "/storage/").Count);
        }

        [TestCase(503)]
        [TestCase(403)]
        public async Task A_store_that_brings_nothing_forward_is_asked_four_times(int status)
        {
            Service.Break(Service.Rule(Store, "GET", Service.Status(status), 999));
            Assert.AreEqual(status, (await ErrorOf<ProblemException>(Fetch(Small))).Status);
            Assert.AreEqual(4, Service.Log("GET", "/storage/").Count);
            CheckNothingInstalled();
        }

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
        public async Task A_digest_other_than_expected_is_refused_before_any_byte()
        {
            await ErrorOf<IntegrityException>(Fetch(Small, new DownloadOptions { ExpectedSha256 = new string('b', 64) }));
            await ErrorOf<IntegrityException>(Fetch(Small, new DownloadOptions { ExpectedSizeBytes = 7 }));
            await ErrorOf<IntegrityException>(Fetch(Small, new DownloadOptions { MaxSizeBytes = 7 }));
            Assert.IsEmpty(Service.Log("GET", "/storage/"));
            CheckNothingInstalled();
        }

        [Test]
        public async Task A_busy_store_is_asked_again_after_the_time_that_it_names()
        {
            var headers = new JObject { ["Retry-After"] = "7" };
            Service.Break(Service.Rule(Store, "GET", Service.Status(503, headers)), Service.Rule(Store, "GET", Service.Status(429, headers)));
            await Fetch(Small);
            CheckInstalled(Small);
            Assert.AreEqual(2, Clock.Waits.Count);
            Assert.IsTrue(Clock.Waits.All(seconds => seconds > 7 && seconds < 9), "the time and jitter");
        }

        [Test]
        public async Task A_date_in_Retry_After_counts_from_the_clock_of_the_store()
        {
            Clock.UtcNow = DateTimeOffset.UtcNow.AddYears(10);
            var headers = new JObject { ["Date"] = "Wed, 25 Nov 2026 10:00:00 GMT", ["Retry-After"] = "Wed, 25 Nov 2026 10:00:30 GMT" };
            Service.Break(Service.Rule(Store, "GET", Service.Status(503, headers)));
            await Fetch(Small);
            CheckInstalled(Small);
            Assert.Greater(Clock.Waits.Single(), 30);
            Assert.Less(Clock.Waits.Single(), 31);
        }

        [Test]
        public async Task A_wait_beyond_the_limit_ends_the_download_and_says_how_long_it_is()
        {
            Service.Break(Service.Rule(Store, "GET", Service.Status(503, new JObject { ["Retry-After"] = "7200" })));
            ProblemException problem = await ErrorOf<ProblemException>(Fetch(Small));
            Assert.AreEqual(7200, problem.RetryAfterSeconds);
            Assert.IsEmpty(Clock.Waits);
        }

        [TestCase(403)]
        [TestCase(410)]
        [TestCase(412)]
        public async Task An_expired_address_is_replaced_by_one_of_the_same_job(int status)
        {
            Service.Break(
                Service.Rule(Store, "GET", Service.Fault("cut", "after", 500000)),
                Service.Rule(Store, "GET", Service.Status(status)));
            await Fetch(Large);
            CheckInstalled(Large);
            Assert.AreEqual(3, Service.Log("POST", "/resolve").Count, "one for the new address");
            Assert.AreEqual(1, Service.Log("HEAD", "/storage/").Count, "the new address is asked for its ETag");
            StringAssert.StartsWith("bytes=", (string)Service.Log("GET", "/storage/").Last()["range"]);
        }

        [Test]
        public async Task An_address_is_replaced_before_it_expires()
        {
            var reports = new Reports(report => Clock.Advance(report.Bytes > 100000 && report.Bytes < 400000 ? 300 : 0));
            Service.Break(Service.Rule(Store, "GET", Service.Fault("cut", "after", 500000)));
            await Fetch(Large, new DownloadOptions { Progress = reports });
            CheckInstalled(Large);
            Assert.AreEqual(3, Service.Log("POST", "/resolve").Count);
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

        [Test]
        public async Task A_description_of_another_file_is_refused()
        {
            Service.Break(Service.Rule("/resolve$", "POST", Resolution(Large, data => { })));
            await ErrorOf<IntegrityException>(Fetch(Small));
            CheckNothingInstalled();
        }

        [Test]
        public async Task A_wrong_clock_does_not_matter()
        {
            Clock.UtcNow = DateTimeOffset.UtcNow.AddYears(-20);
            Service.Break(Service.Rule(Store, "GET", Service.Fault("cut", "after", 3000000)));
            await Fetch(Large);
            CheckInstalled(Large);
            Assert.AreEqual(2, Service.Log("POST", "/resolve").Count, "no address is taken for expired");
        }

        [Test]
        public async Task A_cancelled_download_is_continued()
        {
            var stop = new CancellationTokenSource();
            var reports = new Reports(report => { if (report.Bytes > 2000000) stop.Cancel(); });
            await ErrorOf<OperationCanceledException>(Fetch(Large, new DownloadOptions { Progress = reports }, stop.Token));
            CheckNothingInstalled();
            long kept = new FileInfo(Target + ".part").Length;
            Assert.Greater(kept, 2000000);
            string state = File.ReadAllText(Target + ".part.json");
            StringAssert.DoesNotContain("http", state);
            StringAssert.DoesNotContain("storage", state);
            await Fetch(Large);
            CheckInstalled(Large);
            Assert.AreEqual("bytes=" + kept + "-", (string)Service.Log("GET", "/storage/").Last()["range"]);
        }

        [Test]
        public async Task A_damaged_partial_file_is_found_and_fetched_again()
        {
            var stop = new CancellationTokenSource();
            var reports = new Reports(report => { if (report.Bytes > 2000000) stop.Cancel(); });
            await ErrorOf<OperationCanceledException>(Fetch(Large, new DownloadOptions { Progress = reports }, stop.Token));
            using (FileStream part = File.OpenWrite(Target + ".part")) part.Write(new byte[4096], 0, 4096);
            await Fetch(Large);
            CheckInstalled(Large);
        }

        [Test]
        public async Task A_partial_file_of_another_download_is_dropped()
        {
            File.WriteAllBytes(Target + ".part", new byte[5000]);
            File.WriteAllText(Target + ".part.json", "{\"artifact_id\":\"01980000-0000-7000-8000-000000000017\"}");
            await Fetch(Small);
            CheckInstalled(Small);
            Assert.IsNull((string)Service.Log("GET", "/storage/").Single()["range"]);
        }

        [Test]
        public async Task A_state_with_an_unknown_job_begins_a_new_one()
        {
            string job = Guid.NewGuid().ToString();
            File.WriteAllText(Target + ".part.json", new JObject { ["artifact_id"] = Small["artifact_id"], ["download_job_id"] = job }.ToString());
            await Fetch(Small);
            CheckInstalled(Small);
        }

        [Test]
        public async Task A_file_that_is_there_is_not_fetched_again()
        {
            await Fetch(Small);
            Service.Forget();
            Assert.IsTrue((await Fetch(Small)).WasPresent);
            Assert.IsEmpty(Service.Log("GET", "/storage/"));
            CheckInstalled(Small);
        }

        [Test]
        public async Task A_newer_file_replaces_an_older_one()
        {
            File.WriteAllText(Target, "old");
            await Fetch(Small);
            CheckInstalled(Small);
        }

        [Test]
        public async Task A_second_call_for_the_same_file_says_that_it_is_busy()
        {
            Task<FileBusyException> second = null;
            var reports = new Reports(_ => second = second ?? ErrorOf<FileBusyException>(Fetch(Small)));
            await Fetch(Small, new DownloadOptions { Progress = reports });
            Assert.AreEqual(Target, (await second).Path);
            CheckInstalled(Small);
        }

        [Test]
        public async Task A_malformed_id_is_refused_without_a_request()
        {
            await ErrorOf<ArgumentException>(Task.Run(() => Client.DownloadAsync("../me", Target)));
            Assert.IsEmpty(Service.Log("POST", "/"));
        }
    }
}
