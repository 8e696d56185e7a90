using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading.Tasks;
using Modport.Models;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Uploads over connections that break, to a store that expires, of files that change.</summary>
    [TestFixture]
    public sealed class UploadTests : ServiceTest
    {
        private static readonly string ModId = (string)Service.Facts["draft_mod"];

        private ModportClient creator;

        /// <summary>The scan takes real time, so these waits are real too.</summary>
        [SetUp]
        public void Open()
        {
            creator = new ModportClient(Service.Options(new SystemClock(), Service.Token));
        }

        [TearDown]
        public void Close()
        {
            creator.Dispose();
        }

        private async Task<string> VersionAsync()
        {
            var version = new CreateModVersionInput { Version = "1.0." + Guid.NewGuid().ToString("N").Substring(0, 12) };
            return (await creator.CreateModVersionAsync(ModId, version)).Body.Data.Id;
        }

        /// <summary>An archive of random bytes.</summary>
        private string Archive(int bytes, string name = "mod.zip")
        {
            string path = InFolder(name);
            using (FileStream file = File.Create(path))
            using (var zip = new ZipArchive(file, ZipArchiveMode.Create))
            {
                var random = new Random();
                // A single large file would wait for a moderator.
                const int largest = 8 * 1024 * 1024;
                for (int at = 0; at < bytes; at += largest)
                {
                    var content = new byte[Math.Min(largest, bytes - at)];
                    random.NextBytes(content);
                    using (Stream entry = zip.CreateEntry("data" + at + ".bin", CompressionLevel.NoCompression).Open()) entry.Write(content, 0, content.Length);
                }
            }
            return path;
        }

        private async Task<UploadRequest> RequestAsync(int bytes)
        {
            return new UploadRequest { ModId = ModId, VersionId = await VersionAsync(), Path = Archive(bytes) };
        }

        private void CheckDone(UploadResult result)
        {
            Assert.AreEqual("ready", result.State);
            CollectionAssert.AreEqual(new[] { InFolder("mod.zip") }, Directory.GetFiles(Folder), "no state is left");
        }

        [Test]
        public async Task An_upload_is_scanned_and_ready()
        {
            var reports = new Reports();
            UploadRequest request = await RequestAsync(200000);
            request.Progress = reports;
            UploadResult result = await creator.UploadAsync(request);
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
            CheckDone(await creator.UploadAsync(await RequestAsync(50000)));
            Assert.AreEqual(412, (int)Service.Log("PUT", "/storage/").Last()["status"], "completing decides");
        }

        [TestCase(0)]
        [TestCase(1)]
        [TestCase(40000)]
        public async Task A_put_that_is_cut_is_sent_again(int after)
        {
            Service.Break(Service.Rule("^/storage/", "PUT", Service.Fault("cut-request", "after", after)));
            CheckDone(await creator.UploadAsync(await RequestAsync(50000)));
        }

        [TestCase(403)]
        [TestCase(410)]
        [TestCase(503)]
        public async Task A_put_to_an_expired_or_busy_address_gets_a_new_one(int status)
        {
            Service.Break(Service.Rule("^/storage/", "PUT", Service.Status(status)));
            CheckDone(await creator.UploadAsync(await RequestAsync(50000)));
            List<JToken> creates = Service.Log("POST", "/v1/uploads").Where(one => (string)one["path"] == "/v1/uploads").ToList();
            Assert.AreEqual(2, creates.Count);
            Assert.AreEqual(1, creates.Select(one => (string)one["headers"]["idempotency-key"]).Distinct().Count());
        }

        [Test]
        public async Task A_completion_whose_response_is_lost_is_asked_for_with_the_same_key()
        {
            Service.Break(Service.Rule("/complete$", "POST", Service.Fault("drop-response")));
            CheckDone(await creator.UploadAsync(await RequestAsync(50000)));
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
                await ErrorOf<TransportException>(creator.UploadAsync(await RequestAsync(50000)));
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
            UploadResult result = await creator.UploadAsync(request);
            Assert.AreEqual(kept, result.UploadId);
            CheckDone(result);
        }

        [Test]
        public async Task An_upload_that_another_call_does_is_busy()
        {
            UploadRequest request = await RequestAsync(50000);
            Task<FileBusyException> second = null;
            request.Progress = new Reports(report => second = second ?? ErrorOf<FileBusyException>(creator.UploadAsync(request)));
            CheckDone(await creator.UploadAsync(request));
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
            FileChangedException error = await ErrorOf<FileChangedException>(creator.UploadAsync(request));
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
            await ErrorOf<FileChangedException>(creator.UploadAsync(request));
            Assert.IsEmpty(Service.Log("POST", "/complete"));
        }

        [Test]
        public async Task A_file_that_the_service_does_not_take_is_not_sent()
        {
            UploadRequest request = await RequestAsync(1000);
            request.Filename = "mod.txt";
            UploadRefusedException error = await ErrorOf<UploadRefusedException>(creator.UploadAsync(request));
            Assert.AreEqual("unsupported_archive_extension", error.Faults.Single().Code);
            Assert.IsEmpty(Service.Log("PUT", "/storage/"));
        }

        [Test]
        public async Task A_file_that_its_scan_refuses_says_why()
        {
            UploadRequest request = await RequestAsync(1000);
            File.WriteAllText(request.Path, "This is no archive.");
            UploadRefusedException error = await ErrorOf<UploadRefusedException>(creator.UploadAsync(request));
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
            await ErrorOf<IntegrityException>(creator.UploadAsync(request));
        }

        [Test]
        public async Task A_large_file_is_sent_in_parts_over_failures_and_a_killed_process()
        {
            UploadRequest request = await RequestAsync(101 * 1024 * 1024);
            string arguments = "upload " + Service.BaseUrl + "/v1 " + ModId + " " + request.VersionId + " " + request.Path;
            using (Process killed = Programs.Start("Worker.exe", arguments, "TOKEN", Service.Token, "DIE_AT", "60000000")) killed.WaitForExit();
            List<JToken> first = Service.Log("PUT", "/storage/");
            int taken = first.Count(one => (int?)one["status"] == 200);
            Service.Forget();
            Service.Break(
                Service.Rule("^/storage/", "PUT", Service.Status(410)),
                Service.Rule("^/storage/", "PUT", Service.Fault("cut-request", "after", 1000000)),
                Service.Rule("^/storage/", "PUT", Service.Status(503)),
                Service.Rule("^/storage/", "PUT", Service.Fault("drop-response")));
            CheckDone(await creator.UploadAsync(request));
            Assert.Greater(first.Count, 0);
            int sent = Service.Log("PUT", "/storage/").Count(one => (int?)one["status"] == 200);
            Assert.LessOrEqual(taken + sent, 7 + 5, "parts that have arrived are not sent again");
        }
    }
}
