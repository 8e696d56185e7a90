using System;
using System.IO;
using System.IO.Compression;
using System.Threading.Tasks;
using Modport.Models;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>A test with a creator, drafts of versions and archives.</summary>
    public abstract class UploadTest : ServiceTest
    {
        internal static readonly string ModId = (string)Service.Facts["draft_mod"];

        internal ModportClient Creator { get; private set; }

        /// <summary>What the client has sent.</summary>
        internal Recorder Sent { get; private set; }

        /// <summary>The scan takes real time, so these waits are real too.</summary>
        [SetUp]
        public void Open()
        {
            Sent = new Recorder();
            ModportClientOptions options = Service.Options(new SystemClock(), Service.Token);
            options.HandlerFactory = () => Sent;
            Creator = new ModportClient(options);
        }

        [TearDown]
        public void Close()
        {
            Creator.Dispose();
        }

        internal async Task<string> VersionAsync()
        {
            var version = new CreateModVersionInput { Version = "1.0." + Guid.NewGuid().ToString("N").Substring(0, 12) };
            return (await Creator.CreateModVersionAsync(ModId, version)).Body.Data.Id;
        }

        /// <summary>An archive of random bytes.</summary>
        internal string Archive(int bytes, string name = "mod.zip")
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

        internal async Task<UploadRequest> RequestAsync(int bytes)
        {
            return new UploadRequest { ModId = ModId, VersionId = await VersionAsync(), Path = Archive(bytes) };
        }

        internal void CheckDone(UploadResult result)
        {
            Assert.AreEqual("ready", result.State);
            CollectionAssert.AreEqual(new[] { InFolder("mod.zip") }, Directory.GetFiles(Folder), "no state is left");
        }
    }
}
