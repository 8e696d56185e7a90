using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Uploads over connections that break, to a store that expires, of files that change.</summary>
    [TestFixture]
    public sealed class UploadTests : UploadTest
    {
        [Test]
        public async Task An_upload_is_scanned_and_ready()
        {
            var reports = new Reports();
            UploadRequest request = await RequestAsync(200000);
            request.Progress = reports;
            UploadResult result = await Creator.UploadAsync(request);
            CheckDone(result);
            CollectionAssert.IsSubsetOf(new[] { "digest", "upload", "ready" }, reports.All.Select(report => report.Stage).ToArray());
            JToken put = Service.Log("PUT", "/storage/").Single();
            Assert.AreEqual("*", (string)put["headers"]["if-none-match"]);
            Assert.IsNull((string)put["headers"]["authorization"]);
            Assert.IsNull((string)put["headers"]["expect"]);
            Assert.IsNull((string)put["headers"]["transfer-encoding"]);
        }

        [Test]
        public async Task A_put_whose_response_is_lost_is_not_overwritten()
        {
            Service.Break(Service.Rule("^/storage/", "PUT", Service.Fault("drop-response")));
            CheckDone(await Creator.UploadAsync(await RequestAsync(50000)));
            Assert.AreEqual(412, (int)Service.Log("PUT", "/storage/").Last()["status"], "completing decides");
        }

        [TestCase(0)]
        [TestCase(1)]
        [TestCase(40000)]
        public async Task A_put_that_is_cut_is_sent_again(int after)
        {
            Service.Break(Service.Rule("^/storage/", "PUT", Service.Fault("cut-request", "after", after)));
            CheckDone(await Creator.UploadAsync(await RequestAsync(50000)));
        }

        [TestCase(403)]
        [TestCase(410)]
        [TestCase(503)]
        public async Task A_put_to_an_expired_or_busy_address_gets_a_new_one(int status)
        {
            Service.Break(Service.Rule("^/storage/", "PUT", Service.Status(status)));
            CheckDone(await Creator.UploadAsync(await RequestAsync(50000)));
            List<JToken> creates = Service.Log("POST", "/v1/uploads").Where(one => (string)one["path"] == "/v1/uploads").ToList();
            Assert.AreEqual(2, creates.Count);
            Assert.AreEqual(1, creates.Select(one => (string)one["headers"]["idempotency-key"]).Distinct().Count());
        }

        [Test]
        public async Task A_file_that_the_store_never_takes_is_sent_four_times()
        {
            Service.Break(Service.Rule("^/storage/", "PUT", Service.Status(403), 999));
            await ErrorOf<TransportException>(Creator.UploadAsync(await RequestAsync(50000)));
            Assert.AreEqual(4, Service.Log("PUT", "/storage/").Count);
        }

        [Test]
        public async Task A_completion_whose_response_is_lost_is_asked_for_with_the_same_key()
        {
            Service.Break(Service.Rule("/complete$", "POST", Service.Fault("drop-response")));
            CheckDone(await Creator.UploadAsync(await RequestAsync(50000)));
            List<JToken> sent = Service.Log("POST", "/complete");
            Assert.AreEqual(2, sent.Count);
            Assert.AreEqual(1, sent.Select(one => (string)one["headers"]["idempotency-key"]).Distinct().Count());
        }

        [Test]
        public async Task A_redirect_of_the_store_is_not_followed()
        {
            using (var other = new OtherHost())
            {
                Service.Break(Service.Rule("^/storage/", "PUT", Service.Fault("redirect", "location", other.Url, "status", 307), 100));
                await ErrorOf<TransportException>(Creator.UploadAsync(await RequestAsync(50000)));
                Assert.IsFalse(other.WasAsked);
            }
        }

        [Test]
        public async Task A_killed_upload_continues_its_session()
        {
            UploadRequest request = await RequestAsync(500000);
            string arguments = "upload " + Service.BaseUrl + "/v1 " + ModId + " " + request.VersionId + " " + request.Path;
            using (Process killed = Programs.Start("Worker.exe", arguments, "TOKEN", Service.Token, "DIE_AT", "1")) killed.WaitForExit();
            string kept = (string)JObject.Parse(File.ReadAllText(request.Path + ".upload.json"))["upload_id"];
            StringAssert.DoesNotContain("http", File.ReadAllText(request.Path + ".upload.json"));
            UploadResult result = await Creator.UploadAsync(request);
            Assert.AreEqual(kept, result.UploadId);
            CheckDone(result);
        }

        [Test]
        public async Task An_upload_that_another_call_does_is_busy()
        {
            UploadRequest request = await RequestAsync(50000);
            Task<FileBusyException> second = null;
            request.Progress = new Reports(report => second = second ?? ErrorOf<FileBusyException>(Creator.UploadAsync(request)));
            CheckDone(await Creator.UploadAsync(request));
            Assert.IsNotNull(await second);
        }

        [Test]
        public async Task A_file_that_changes_while_it_is_sent_is_refused()
        {
            UploadRequest request = await RequestAsync(500000);
            request.Progress = new Reports(report =>
            {
                if (report.Stage == "upload") File.SetLastWriteTimeUtc(request.Path, DateTime.UtcNow.AddMinutes(1));
            });
            FileChangedException error = await ErrorOf<FileChangedException>(Creator.UploadAsync(request));
            Assert.AreEqual(request.Path, error.Path);
            Assert.IsEmpty(Service.Log("POST", "/complete"), "nothing is completed");
        }

        [Test]
        public async Task Bytes_that_change_behind_an_unchanged_time_are_refused()
        {
            UploadRequest request = await RequestAsync(500000);
            DateTime time = File.GetLastWriteTimeUtc(request.Path);
            bool isDone = false;
            request.Progress = new Reports(report =>
            {
                if (isDone || report.Stage != "digest" || report.Bytes < report.TotalBytes) return;
                isDone = true;
                string write = "-c \"printf X | dd of=" + request.Path + " conv=notrunc status=none\"";
                using (Process other = Programs.Start("/bin/sh", write)) other.WaitForExit();
                File.SetLastWriteTimeUtc(request.Path, time);
            });
            await ErrorOf<FileChangedException>(Creator.UploadAsync(request));
            Assert.IsEmpty(Service.Log("POST", "/complete"));
        }

        [Test]
        public async Task A_file_that_the_service_does_not_take_is_not_sent()
        {
            UploadRequest request = await RequestAsync(1000);
            request.Filename = "mod.txt";
            UploadRefusedException error = await ErrorOf<UploadRefusedException>(Creator.UploadAsync(request));
            Assert.AreEqual("unsupported_archive_extension", error.Faults.Single().Code);
            Assert.IsEmpty(Service.Log("PUT", "/storage/"));
        }

        [Test]
        public async Task A_file_that_its_scan_refuses_says_why()
        {
            UploadRequest request = await RequestAsync(1000);
            File.WriteAllText(request.Path, "This is no archive.");
            UploadRefusedException error = await ErrorOf<UploadRefusedException>(Creator.UploadAsync(request));
            Assert.AreEqual("failed", error.Result.State);
            StringAssert.StartsWith("archive_", error.Faults.Single().Code);
            Assert.IsNotEmpty(error.Result.SupportCorrelationId);
        }

        [Test]
        public async Task An_address_for_bytes_that_is_not_safe_is_not_used()
        {
            UploadRequest request = await RequestAsync(1000);
            string id = Guid.NewGuid().ToString();
            string body = "{\"data\":{\"upload_id\":\"" + id + "\",\"lifecycleStatus\":\"uploading\",\"strategy\":\"single\",\"upload\":{\"method\":\"PUT\",\"url\":\"file:///etc/passwd\",\"headers\":{}}}}";
            Service.Break(Service.Rule("/v1/uploads$", "POST", Service.Status(201, null, body)));
            await ErrorOf<IntegrityException>(Creator.UploadAsync(request));
        }
    }
}
