using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Downloads over the limit of leases: the job that waits is the one that continues (contract 4.2).</summary>
    [TestFixture]
    public sealed class DownloadJobTests : ServiceTest
    {
        private static readonly JToken Small = Service.Mod("base-library");
        private static readonly JToken Large = Service.Mod("large-pack");

        private Recorder sent;
        private ModportClient creator;

        [SetUp]
        public void Open()
        {
            sent = new Recorder();
            ModportClientOptions options = Service.Options(Clock, Service.Token);
            options.HandlerFactory = () => sent;
            creator = new ModportClient(options);
        }

        [TearDown]
        public void Close()
        {
            creator.Dispose();
        }

        private Task<DownloadResult> Fetch(JToken mod, DownloadOptions options = null)
        {
            return creator.DownloadAsync((string)mod["artifact_id"], InFolder("mod.zip"), options);
        }

        private static JObject Resolve(JToken mod, JObject job = null)
        {
            JObject body = job == null ? new JObject() : new JObject { ["download_job"] = job };
            return Service.Post("/v1/downloads/" + mod["artifact_id"] + "/resolve", body.ToString(), Service.Token);
        }

        /// <summary>Takes a lease. Returns its job with all bytes, which gives the lease back.</summary>
        private static JObject Lease(JToken mod)
        {
            JToken job = Resolve(mod)["data"]["download_job"];
            return new JObject { ["id"] = job["id"], ["progress"] = new JObject { ["bytes_received"] = mod["size"], ["provider"] = job["progress"]["provider"] } };
        }

        private List<JToken> Jobs()
        {
            return sent.Bodies("/resolve").Select(body => body["download_job"]).ToList();
        }

        private static JObject Refusal(JObject job, int seconds, string bucket = "download_leases")
        {
            var problem = new JObject
            {
                ["type"] = "about:blank", ["title"] = "T", ["status"] = 429, ["code"] = "download_rate_limited", ["retryable"] = true,
                ["retry_after_seconds"] = seconds, ["quota_bucket"] = bucket, ["download_job"] = job,
            };
            return Service.Status(429, new JObject { ["Retry-After"] = seconds.ToString() }, problem.ToString(), "application/problem+json");
        }

        [Test]
        public async Task A_download_over_the_limit_waits_for_a_lease_and_continues_the_job_that_the_service_keeps_for_it()
        {
            List<JToken> others = new[] { "base-library", "uses-base", "stand-alone", "copied-pack" }.Select(Service.Mod).ToList();
            List<JObject> leases = others.Select(Lease).ToList();
            var reports = new Reports(report =>
            {
                if (report.Stage == "waiting") Resolve(others[0], leases[0]);
            });
            await Fetch(Large, new DownloadOptions { Progress = reports });
            for (int at = 1; at < others.Count; at += 1) Resolve(others[at], leases[at]);

            Assert.AreEqual((string)Large["sha256"], DigestOf(InFolder("mod.zip")));
            Assert.AreEqual(1, reports.All.Count(report => report.Stage == "waiting"));
            Assert.Greater(Clock.Waits.Single(), 200, "until the first lease would have ended");
            List<JToken> jobs = Jobs();
            Assert.AreEqual(3, jobs.Count, "the first request, the one with its job, and the report of the end");
            Assert.IsNull(jobs[0]);
            Assert.IsNotEmpty((string)jobs[1]["id"]);
            Assert.AreEqual(0, (int)jobs[1]["progress"]["bytes_received"]);
            Assert.IsNotEmpty((string)jobs[1]["progress"]["provider"]);
            Assert.IsNotEmpty((string)jobs[1]["etag"]);
            Assert.AreEqual((string)jobs[1]["id"], (string)jobs[2]["id"], "the same job to its end");
        }

        [Test]
        public async Task A_refresh_over_the_limit_names_the_job_its_bytes_its_provider_and_its_ETag()
        {
            JToken first = Resolve(Large)["data"];
            var job = new JObject { ["id"] = first["download_job"]["id"], ["progress"] = new JObject { ["bytes_received"] = 0, ["provider"] = "other" } };
            Service.Break(
                Service.Rule("^/storage/", "GET", Service.Fault("cut", "after", 3000000)),
                Service.Rule("^/storage/", "GET", Service.Status(403)),
                Service.Rule("/resolve$", "POST", Refusal(job, 300), 1, 1));
            await Fetch(Large);
            Assert.AreEqual((string)Large["sha256"], DigestOf(InFolder("mod.zip")));
            JToken asked = Jobs()[2];
            Assert.AreEqual((string)job["id"], (string)asked["id"]);
            Assert.Greater((long)asked["progress"]["bytes_received"], 0);
            Assert.AreEqual("bytes=" + asked["progress"]["bytes_received"] + "-", (string)Service.Log("GET", "/storage/").Last()["range"]);
            Assert.AreEqual((string)first["representation"]["provider"], (string)asked["progress"]["provider"]);
            Assert.AreEqual((string)first["representation"]["etag"], (string)asked["etag"]);
            Assert.IsTrue(Clock.Waits.Any(wait => wait > 300), "the wait and jitter");
        }

        [Test]
        public async Task The_progress_that_an_earlier_run_has_reported_never_goes_back()
        {
            JToken id = Resolve(Small)["data"]["download_job"]["id"];
            Resolve(Small, new JObject { ["id"] = id, ["progress"] = new JObject { ["bytes_received"] = 5000 } });
            var job = new JObject { ["id"] = id, ["progress"] = new JObject { ["bytes_received"] = 5000, ["provider"] = "disk" } };
            Service.Break(Service.Rule("/resolve$", "POST", Refusal(job, 2)));
            await Fetch(Small);
            Assert.AreEqual(5000, (int)Jobs()[1]["progress"]["bytes_received"]);
            Assert.IsTrue(Jobs().Skip(1).All(one => (string)one["id"] == (string)id), "the service takes it, so no other job is begun");
        }

        [TestCase(900, "download_leases")]
        [TestCase(5, "download_bytes")]
        public async Task A_wait_that_is_too_long_ends_the_download_and_says_how_long_it_is(int seconds, string bucket)
        {
            Service.Break(Service.Rule("/resolve$", "POST", Refusal(new JObject(), seconds, bucket), 99));
            ProblemException problem = await ErrorOf<ProblemException>(Fetch(Small));
            Assert.AreEqual(seconds, problem.RetryAfterSeconds);
            Assert.IsEmpty(Clock.Waits);
            Assert.AreEqual(1, Service.Log("POST", "/resolve").Count);
        }

        [Test]
        public async Task The_waits_for_a_lease_end_after_the_longest_wait_in_all()
        {
            Service.Break(Service.Rule("/resolve$", "POST", Refusal(new JObject { ["id"] = "no id" }, 0), 9999));
            await ErrorOf<ProblemException>(Fetch(Small, new DownloadOptions { LongestWait = TimeSpan.FromSeconds(20) }));
            Assert.LessOrEqual(Clock.Waits.Sum(), 21.5);
            Assert.GreaterOrEqual(Clock.Waits.Min(), 1);
        }
    }
}
