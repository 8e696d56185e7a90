using System;
using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Downloads from a store that breaks, is busy and expires.</summary>
    [TestFixture]
    public sealed class DownloadTests : DownloadTest
    {
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
            foreach (double seconds in Clock.Waits) Assert.That(seconds, Is.GreaterThan(7).And.LessThan(9), "the time and jitter");
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
        public async Task A_wrong_clock_does_not_matter()
        {
            Clock.UtcNow = DateTimeOffset.UtcNow.AddYears(-20);
            Service.Break(Service.Rule(Store, "GET", Service.Fault("cut", "after", 3000000)));
            await Fetch(Large);
            CheckInstalled(Large);
            Assert.AreEqual(2, Service.Log("POST", "/resolve").Count, "no address is taken for expired");
        }

        [Test]
        public async Task A_malformed_id_is_refused_without_a_request()
        {
            await ErrorOf<ArgumentException>(Task.Run(() => Client.DownloadAsync("../me", Target)));
            Assert.IsEmpty(Service.Log("POST", "/"));
        }
    }
}
