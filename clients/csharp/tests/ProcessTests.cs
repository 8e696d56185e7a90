using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Downloads of processes that are killed, run side by side or run out of disk.</summary>
    [TestFixture]
    public sealed class ProcessTests : ServiceTest
    {
        private static readonly JToken Large = Service.Mod("large-pack");

        private string Target => InFolder("mod.zip");

        [Test]
        public async Task A_download_of_a_killed_process_is_continued()
        {
            using (Process killed = Programs.Start("Worker.exe", Arguments(), "DIE_AT", "3000000")) killed.WaitForExit();
            Assert.IsFalse(File.Exists(Target));
            long kept = new FileInfo(Target + ".part").Length;
            Assert.Greater(kept, 0);
            Service.Forget();
            await Client.DownloadAsync((string)Large["artifact_id"], Target);
            Assert.AreEqual((string)Large["sha256"], DigestOf(Target));
            Assert.AreEqual("bytes=" + kept + "-", (string)Service.Log("GET", "/storage/").Single()["range"]);
        }

        [Test]
        public async Task Of_two_processes_on_one_file_one_downloads_and_the_other_says_so()
        {
            using (Process first = Programs.Start("Worker.exe", Arguments(), "WAIT_AT", "1000000"))
            {
                Assert.AreEqual("waiting", first.StandardOutput.ReadLine());
                await ErrorOf<FileBusyException>(Client.DownloadAsync((string)Large["artifact_id"], Target));
                using (Process second = Programs.Start("Worker.exe", Arguments()))
                {
                    Assert.AreEqual("FileBusyException", second.StandardOutput.ReadLine());
                }
                first.StandardInput.WriteLine();
                Assert.AreEqual("done", first.StandardOutput.ReadLine());
            }
            Assert.AreEqual((string)Large["sha256"], DigestOf(Target));
            CollectionAssert.AreEqual(new[] { Target }, Directory.GetFiles(Folder));
        }

        [Test]
        public async Task A_full_disk_ends_the_download_and_a_later_call_continues_it()
        {
            // The signal for a file beyond the limit would kill the process; ignored, the write fails as on a full disk.
            string command = "trap '' XFSZ; exec prlimit --fsize=3000000 mono " + Programs.Quoted("Worker.exe") + " " + Arguments();
            using (Process limited = Programs.Start("/bin/sh", "-c \"" + command.Replace("\"", "\\\"") + "\""))
            {
                // Mono prints a line of its own about the limit.
                Assert.AreEqual("IOException", limited.StandardOutput.ReadToEnd().Trim().Split('\n').Last());
            }
            Assert.IsFalse(File.Exists(Target));
            Service.Forget();
            await Client.DownloadAsync((string)Large["artifact_id"], Target);
            Assert.AreEqual((string)Large["sha256"], DigestOf(Target));
            StringAssert.StartsWith("bytes=", (string)Service.Log("GET", "/storage/").Single()["range"]);
        }

        private string Arguments()
        {
            return "download " + Service.BaseUrl + "/v1 " + Large["artifact_id"] + " " + Target;
        }
    }
}
