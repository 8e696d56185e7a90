using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Modport.Models;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Identity, retries, problems and redirects of calls.</summary>
    [TestFixture]
    public sealed class TransportTests : ServiceTest
    {
        private static readonly string ModId = (string)Service.Mod("base-library")["id"];

        private ModportClient Creator => new ModportClient(Service.Options(Clock, Service.Token));

        [Test]
        public async Task A_read_is_tried_three_times_in_all()
        {
            Service.Break(Service.Rule("/games", "GET", Refusals.Problem(503, "service_unavailable", true), 2));
            var games = await Client.ListGamesAsync();
            Assert.IsNotEmpty(games.Body.Data);
            Assert.AreEqual(3, Service.Log("GET", "/games").Count);
            Assert.AreEqual(2, Clock.Waits.Count);
            Assert.IsTrue(Clock.Waits.All(wait => wait <= 1), "full jitter below its limit");
        }

        [Test]
        public async Task A_fourth_attempt_is_never_made()
        {
            Service.Break(Service.Rule("/games", "GET", Refusals.Problem(503, "service_unavailable", true), 9));
            ProblemException problem = await ErrorOf<ProblemException>(Client.ListGamesAsync());
            Assert.AreEqual("service_unavailable", problem.Code);
            Assert.AreEqual(3, Service.Log("GET", "/games").Count);
        }

        [Test]
        public async Task A_broken_connection_is_tried_again()
        {
            Service.Break(
                Service.Rule("/games", "GET", Service.Fault("refuse")),
                Service.Rule("/games", "GET", Service.Fault("cut", "after", 5)));
            Assert.IsNotEmpty((await Client.ListGamesAsync()).Body.Data);
        }

        [Test]
        public async Task A_service_that_is_not_there_is_a_transport_error()
        {
            Service.Break(Service.Rule("/games", "GET", Service.Fault("refuse"), 9));
            await ErrorOf<TransportException>(Client.ListGamesAsync());
        }

        [Test]
        public async Task Retry_After_is_waited_and_a_longer_one_than_the_limit_is_not()
        {
            Service.Break(Service.Rule("/games", "GET", Refusals.Problem(429, "rate_limited", true, ",\"retry_after_seconds\":9,\"quota_bucket\":\"catalog\"")));
            await Client.ListGamesAsync();
            Assert.Greater(Clock.Waits.Single(), 9, "with jitter, so that clients do not return together");
            Assert.Less(Clock.Waits.Single(), 10);
            Service.Break(Service.Rule("/games", "GET", Refusals.Problem(429, "rate_limited", true, ",\"retry_after_seconds\":900,\"quota_bucket\":\"catalog\"")));
            ProblemException problem = await ErrorOf<ProblemException>(Client.ListGamesAsync());
            Assert.AreEqual(900, problem.RetryAfterSeconds);
            Assert.AreEqual("catalog", problem.QuotaBucket);
        }

        [Test]
        public async Task A_problem_that_is_not_retryable_is_not_repeated()
        {
            Service.Break(Service.Rule("/games", "GET", Refusals.Problem(503, "feature_disabled", false), 9));
            await ErrorOf<ProblemException>(Client.ListGamesAsync());
            Assert.AreEqual(1, Service.Log("GET", "/games").Count);
        }

        [Test]
        public async Task A_redirect_never_gets_the_credential()
        {
            using (var other = new OtherHost())
            {
                Service.Break(Service.Rule("/me", "GET", Service.Fault("redirect", "location", other.Url, "status", 307), 9));
                ProblemException problem = await ErrorOf<ProblemException>(Creator.GetMeAsync());
                Assert.AreEqual(307, problem.Status);
                Assert.IsNull(problem.Code);
                Assert.IsFalse(other.WasAsked);
            }
        }

        [Test]
        public async Task A_call_names_its_application()
        {
            await Creator.GetMeAsync(new CallOptions { AcceptLanguage = "de" });
            JToken headers = Service.Log("GET", "/me").Single()["headers"];
            Assert.AreEqual("csharp-tests/1.0 (+https://tests.example)", (string)headers["user-agent"]);
            Assert.AreEqual("csharp-tests", (string)headers["x-service-client"]);
            Assert.AreEqual("1.0", (string)headers["x-service-client-version"]);
            Assert.AreEqual("Bearer " + Service.Token, (string)headers["authorization"]);
            Assert.AreEqual("de", (string)headers["accept-language"]);
            Assert.IsNull((string)headers["expect"]);
        }

        [Test]
        public async Task A_lost_response_of_a_write_is_asked_for_with_the_same_key()
        {
            Service.Break(Service.Rule("/v1/mods$", "POST", Service.Fault("drop-response")));
            var mod = new CreateModInput { GameSlug = (string)Service.Facts["game"], Title = "Once " + Guid.NewGuid(), Description = "Text." };
            await Creator.CreateModDraftAsync(mod);
            List<JToken> sent = Service.Log("POST", "/v1/mods");
            Assert.AreEqual(2, sent.Count);
            Assert.IsNotNull((string)sent[0]["headers"]["idempotency-key"]);
            Assert.AreEqual((string)sent[0]["headers"]["idempotency-key"], (string)sent[1]["headers"]["idempotency-key"]);
        }

        [Test]
        public async Task A_write_without_a_key_is_sent_once()
        {
            Service.Break(Service.Rule("/parts$", "POST", Refusals.Problem(503, "service_unavailable", true), 9));
            await ErrorOf<ProblemException>(Creator.SignUploadPartsAsync(ModId, new SignUploadPartsInput { PartNumbers = new List<int> { 1 } }));
            Assert.AreEqual(1, Service.Log("POST", "/parts").Count);
        }

        [Test]
        public async Task A_refused_token_is_refreshed_once()
        {
            var tokens = new RenewingToken();
            ModportClientOptions options = Service.Options(Clock);
            options.Tokens = tokens;
            using (var client = new ModportClient(options))
            {
                await client.GetMeAsync();
                Assert.AreEqual(1, tokens.Refreshes);
                tokens.Next = "mpat_wrong";
                tokens.Token = "mpat_alsowrong";
                ProblemException problem = await ErrorOf<ProblemException>(client.GetMeAsync());
                Assert.AreEqual(401, problem.Status);
                Assert.AreEqual(2, tokens.Refreshes);
            }
        }

        [Test]
        public async Task A_cancelled_call_ends()
        {
            var stop = new CancellationTokenSource();
            stop.Cancel();
            await ErrorOf<OperationCanceledException>(Client.ListGamesAsync(cancellationToken: stop.Token));
        }

        [Test]
        public async Task An_unchanged_document_is_304_and_has_no_body()
        {
            string etag = (await Client.ListGamesAsync()).ETag;
            var again = await Client.ListGamesAsync(options: new CallOptions { IfNoneMatch = etag });
            Assert.AreEqual(304, again.Status);
            Assert.IsNull(again.Body);
        }

        [TestCase("..")]
        [TestCase(".")]
        [TestCase("")]
        public async Task An_id_that_leads_to_another_path_is_refused(string id)
        {
            await ErrorOf<ArgumentException>(Task.Run(() => Client.GetModAsync(id)));
        }

        [Test]
        public async Task An_id_is_one_segment()
        {
            await ErrorOf<ProblemException>(Client.GetModAsync("../me?x=1#y"));
            StringAssert.Contains("..%2Fme%3Fx%3D1%23y", (string)Service.Log("GET", "/v1/mods/").Single()["path"]);
        }

        [TestCase("http://mods.example/v1")]
        [TestCase("ftp://mods.example/v1")]
        [TestCase("https://user:secret@mods.example/v1")]
        public void An_unsafe_base_address_is_refused(string address)
        {
            ModportClientOptions options = Service.Options();
            options.BaseAddress = new Uri(address);
            Assert.Throws<ArgumentException>(() => new ModportClient(options));
        }

        [TestCase("two words")]
        [TestCase("")]
        [TestCase("line\r\nX-Evil: 1")]
        [TestCase(null)]
        public void An_identity_that_is_no_token_is_refused(string name)
        {
            Assert.Throws<ArgumentException>(() => new ClientIdentity(name, "1", "https://a.example"));
        }
    }
}
