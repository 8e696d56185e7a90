using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Links and open modes at the names of the library's own files.</summary>
    [TestFixture]
    public sealed class UnsafeFileTests : DownloadTest
    {
        private string Victim => InFolder("victim");

        private string TokenPath => InFolder("tokens.json");

        private static string Output(string program, string arguments)
        {
            using (Process process = Programs.Start(program, arguments))
            {
                string output = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                return output.Trim();
            }
        }

        private void Link(string name)
        {
            Output("ln", "-s " + Victim + " " + name);
        }

        private void KeepState()
        {
            File.WriteAllText(Target + ".part.json", new JObject { ["artifact_id"] = Small["artifact_id"] }.ToString());
        }

        [TestCase(".part")]
        [TestCase(".part.lock")]
        public async Task A_download_never_writes_through_a_link(string ending)
        {
            KeepState();
            File.WriteAllText(Victim, "precious");
            Link(Target + ending);
            UnsafeFileException error = await ErrorOf<UnsafeFileException>(Fetch(Small));
            Assert.AreEqual(Target + ending, error.Path);
            Assert.AreEqual("precious", File.ReadAllText(Victim));
            Assert.IsFalse(File.Exists(Target));
        }

        [TestCase(".part")]
        [TestCase(".part.lock")]
        public async Task A_download_creates_no_file_through_a_link_that_leads_nowhere(string ending)
        {
            KeepState();
            Link(Target + ending);
            await ErrorOf<UnsafeFileException>(Fetch(Small));
            Assert.IsFalse(File.Exists(Victim));
        }

        [Test]
        public async Task A_pipe_at_the_name_of_the_partial_file_is_refused()
        {
            KeepState();
            Output("mkfifo", Target + ".part");
            await ErrorOf<UnsafeFileException>(Fetch(Small));
        }

        [Test]
        public async Task A_link_at_the_target_is_replaced_and_what_it_leads_to_stays()
        {
            File.WriteAllText(Victim, "precious");
            Link(Target);
            await Fetch(Small);
            Assert.AreEqual("precious", File.ReadAllText(Victim));
            Assert.AreEqual((string)Small["sha256"], DigestOf(Target));
        }

        [Test]
        public async Task An_upload_never_writes_through_a_link()
        {
            File.WriteAllText(Victim, "precious");
            File.WriteAllText(Target, "bytes");
            Link(Target + ".upload.json.lock");
            var request = new UploadRequest { ModId = (string)Small["id"], VersionId = (string)Small["id"], Path = Target };
            await ErrorOf<UnsafeFileException>(Client.UploadAsync(request));
            Assert.AreEqual("precious", File.ReadAllText(Victim));
        }

        private static Tokens SomeTokens()
        {
            return new Tokens("access", "refresh", DateTimeOffset.UtcNow.AddMinutes(5), "mods:read");
        }

        [Test]
        public void Tokens_are_not_read_through_a_link()
        {
            new TokenFile(Victim).Write(SomeTokens());
            Link(TokenPath);
            Assert.Throws<UnsafeFileException>(() => new TokenFile(TokenPath).Read());
        }

        [Test]
        public void A_token_file_that_others_can_read_is_protected_again()
        {
            var store = new TokenFile(TokenPath);
            store.Write(SomeTokens());
            Assert.AreEqual("600", Output("stat", "-c %a " + TokenPath));
            Output("chmod", "644 " + TokenPath);
            Assert.AreEqual("access", store.Read().AccessToken);
            Assert.AreEqual("600", Output("stat", "-c %a " + TokenPath));
        }

        /// <summary>The kernel lets nobody change the mode of this file, as it does with a file of another user.</summary>
        [Test]
        public void A_token_file_that_cannot_be_protected_is_refused()
        {
            Assert.Throws<UnsafeFileException>(() => new TokenFile("/proc/self/environ").Read());
        }

        [Test]
        public void Storing_tokens_replaces_a_link_and_leaves_no_draft()
        {
            File.WriteAllText(Victim, "precious");
            Link(TokenPath);
            new TokenFile(TokenPath).Write(SomeTokens());
            Assert.AreEqual("precious", File.ReadAllText(Victim));
            Assert.AreEqual("access", new TokenFile(TokenPath).Read().AccessToken);
            CollectionAssert.AreEquivalent(new[] { Victim, TokenPath }, Directory.GetFiles(Folder));
        }
    }
}
