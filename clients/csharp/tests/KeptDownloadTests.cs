using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>What a download makes of the files of earlier runs.</summary>
    [TestFixture]
    public sealed class KeptDownloadTests : DownloadTest
    {
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
    }
}
