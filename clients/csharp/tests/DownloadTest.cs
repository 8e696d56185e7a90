using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>A test that downloads to one name.</summary>
    public abstract class DownloadTest : ServiceTest
    {
        internal const string Store = "^/storage/";

        internal static readonly JToken Small = Service.Mod("base-library");
        internal static readonly JToken Large = Service.Mod("large-pack");
        internal static readonly JToken Copied = Service.Mod("copied-pack");

        internal string Target => InFolder("mod.zip");

        /// <summary>Two leases are all that a visitor has, and a failed download keeps its own for minutes.</summary>
        [TearDown]
        public void GiveLeasesBack()
        {
            Service.Break();
            foreach (string path in Service.Log("POST", "/resolve").Select(one => (string)one["path"]).Distinct())
            {
                JToken data = Service.Post(path, "{}")["data"];
                var progress = new JObject { ["bytes_received"] = data["size_bytes"], ["provider"] = data["representation"]["provider"] };
                var job = new JObject { ["id"] = data["download_job"]["id"], ["progress"] = progress };
                Service.Post(path, new JObject { ["download_job"] = job }.ToString());
            }
        }

        internal Task<DownloadResult> Fetch(JToken mod, DownloadOptions options = null, CancellationToken cancellation = default(CancellationToken))
        {
            return Client.DownloadAsync((string)mod["artifact_id"], Target, options, cancellation);
        }

        internal void CheckInstalled(JToken mod)
        {
            Assert.AreEqual((string)mod["sha256"], DigestOf(Target));
            CollectionAssert.AreEqual(new[] { Target }, Directory.GetFiles(Folder), "a finished download leaves only its file");
        }

        internal void CheckNothingInstalled()
        {
            Assert.IsFalse(File.Exists(Target), "no wrong file has the final name");
            Assert.IsFalse(File.Exists(Target + ".part.lock"), "the lock is released");
        }

        internal static JObject Resolution(JToken mod, Action<JToken> change)
        {
            JObject real = Service.Post("/v1/downloads/" + mod["artifact_id"] + "/resolve", "{}");
            change(real["data"]);
            return Service.Status(200, null, real.ToString());
        }
    }
}
