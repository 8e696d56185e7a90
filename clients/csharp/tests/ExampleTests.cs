using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Modport.Models;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>The programs of the documentation.</summary>
    [TestFixture]
    public sealed class ExampleTests : ServiceTest
    {
        private static readonly string Project = Environment.GetEnvironmentVariable("MODPORT_TEST_PROJECT");
        private static readonly string Game = (string)Service.Facts["game"];
        private static readonly string[] Wanted = { "base-library", "uses-base", "stand-alone", "large-pack" };

        private string Mods => InFolder("mods");

        private static string Run(string program, string arguments, string folder)
        {
            string command = "-c \"cd " + folder + " && exec mono " + Programs.Quoted(program) + " " + arguments + " 2>&1\"";
            using (Process process = Programs.Start("/bin/sh", command))
            {
                string output = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                Assert.AreEqual(0, process.ExitCode, output);
                return output;
            }
        }

        private string Readme()
        {
            return Run("Readme.exe", Service.BaseUrl + "/v1 " + Game + " " + Service.Mod("uses-base")["id"], Folder);
        }

        private string Install(params string[] terms)
        {
            return Run("Install.exe", Service.BaseUrl + "/v1 " + Game + " " + Mods + " " + string.Join(" ", terms.Select(term => "'" + term + "'")), Folder);
        }

        private static int Count(string output, string start)
        {
            return Regex.Matches(output, "^" + start + " ", RegexOptions.Multiline).Count;
        }

        private string Installed(string slug)
        {
            return Path.Combine(Mods, slug, (string)Service.Mod(slug)["filename"]);
        }

        [Test]
        public void The_example_of_the_README_installs_a_mod_with_what_it_needs()
        {
            string output = Readme();
            var expected = new[] { "base-library", "uses-base" }.Select(slug => (string)Service.Mod(slug)["sha256"]).ToArray();
            CollectionAssert.AreEqual(expected, output.Trim().Split('\n'));
            foreach (string slug in new[] { "base-library", "uses-base" })
            {
                Assert.AreEqual((string)Service.Mod(slug)["sha256"], DigestOf(InFolder((string)Service.Mod(slug)["filename"])));
            }
        }

        [Test]
        public void The_example_of_the_README_has_ten_lines_at_most()
        {
            string example = Regex.Match(File.ReadAllText(Path.Combine(Project, "README.md")), "```csharp\n(.*?)```", RegexOptions.Singleline).Groups[1].Value;
            Assert.LessOrEqual(example.TrimEnd().Split('\n').Length, 10);
        }

        [Test]
        public void The_example_of_the_README_downloads_no_item_that_another_one_contains()
        {
            var body = new JObject { ["game_slug"] = Game, ["mod_ids"] = new JArray(Service.Mod("uses-base")["id"]) };
            JObject plan = Service.Post("/v1/install-plans:resolve", body.ToString());
            JToken embedded = plan["data"]["items"].First(item => (string)item["slug"] == "base-library");
            embedded["embedded_in"] = plan["data"]["items"].First(item => (string)item["slug"] == "uses-base")["item_id"];
            Service.Break(Service.Rule("/install-plans:resolve$", "POST", Service.Status(200, null, plan.ToString())));
            Assert.AreEqual((string)Service.Mod("uses-base")["sha256"], Readme().Trim());
            Assert.IsEmpty(Service.Log("POST", (string)Service.Mod("base-library")["artifact_id"]));
        }

        [Test]
        public void The_example_searches_installs_three_mods_with_a_dependency_and_verifies_them()
        {
            string output = Install("uses base", "stand alone", "large pack");
            Assert.AreEqual(3, Service.Log("GET", "/v1/search").Count);
            Assert.AreEqual(4, Count(output, "installed"), output);
            Assert.AreEqual(4, Count(output, "verified"), output);
            StringAssert.EndsWith("everything is verified and current\n", output);
            foreach (string slug in Wanted) Assert.AreEqual((string)Service.Mod(slug)["sha256"], DigestOf(Installed(slug)));

            Service.Forget();
            output = Install("uses base", "stand alone", "large pack");
            Assert.AreEqual(0, Count(output, "installed"), output);
            Assert.IsEmpty(Service.Log("GET", "/storage/"), "what is installed is not fetched again");
        }

        [Test]
        public async Task The_example_replaces_an_old_file_by_the_newer_one()
        {
            JToken mod = Service.Mod("base-library");
            List<ModVersion> versions = (await Client.ListModVersionsAsync((string)mod["id"])).Body.Data;
            var old = new PlanVersionInput { ModId = (string)mod["id"], VersionId = versions.First(one => one.Version == "1.0.0").Id };
            InstallPlan plan = await Client.PlanAsync(new InstallPlanInput { GameSlug = Game, Versions = new List<PlanVersionInput> { old } });
            string path = await PutAsync(plan.Downloads.Single());

            string output = Install();
            Assert.AreEqual(1, Count(output, "verified"), output);
            StringAssert.Contains("installed base-library 1.1.0", output);
            Assert.AreEqual((string)mod["sha256"], DigestOf(Installed("base-library")));
            Assert.IsFalse(File.Exists(path), "the old file is gone");
            StringAssert.DoesNotContain("installed", Install(), "the list has the new file");
        }

        [Test]
        public async Task The_example_repairs_a_damaged_file_and_stays_in_its_folder_if_its_list_was_edited()
        {
            InstallPlan plan = await Client.PlanAsync(new InstallPlanInput { GameSlug = Game, ModIds = new List<string> { (string)Service.Mod("stand-alone")["id"] } });
            File.WriteAllText(await PutAsync(plan.Downloads.Single()), "damaged");
            Assert.AreEqual(1, Count(Install(), "repaired"));
            Assert.AreEqual((string)Service.Mod("stand-alone")["sha256"], DigestOf(Installed("stand-alone")));

            string list = Path.Combine(Mods, "installed.json");
            JArray edited = JArray.Parse(File.ReadAllText(list));
            edited[0]["Slug"] = "../..";
            edited[0]["File"] = "../../outside.zip";
            File.WriteAllText(list, edited.ToString());
            Install();
            CollectionAssert.AreEqual(new[] { Mods }, Directory.GetFileSystemEntries(Folder));
        }

        /// <summary>Puts a file into the folder of the example as an earlier run has left it.</summary>
        private async Task<string> PutAsync(PlanItem item)
        {
            string path = Path.Combine(Mods, item.Slug, item.File.OriginalFilename);
            Directory.CreateDirectory(Path.GetDirectoryName(path));
            await Client.DownloadAsync(item.ArtifactId, path);
            var one = new JObject { ["ModId"] = item.ModId, ["Slug"] = item.Slug, ["ArtifactId"] = item.ArtifactId, ["Sha256"] = item.File.Sha256, ["File"] = item.File.OriginalFilename };
            File.WriteAllText(Path.Combine(Mods, "installed.json"), new JArray(one).ToString());
            return path;
        }
    }
}
