using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Modport.Models;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Absent, null and value; values and members of later releases; lists.</summary>
    [TestFixture]
    public sealed class ModelTests : ServiceTest
    {
        [Test]
        public async Task A_change_sends_only_the_members_that_are_set()
        {
            using (var client = new ModportClient(Service.Options(Clock, Service.Token)))
            {
                var draft = new CreateModInput
                {
                    GameSlug = (string)Service.Facts["game"],
                    Title = new Dictionary<string, string> { ["en"] = "Change " + Guid.NewGuid(), ["de"] = "Wechsel" },
                    Description = "Text.",
                    HomepageUrl = "https://mods.example/",
                    License = "MIT",
                };
                var created = await client.CreateModDraftAsync(draft);
                var change = new UpdateModInput { HomepageUrl = null, Summary = "Short." };
                var changed = await client.UpdateModDraftAsync(created.Body.Data.Id, change, new CallOptions { IfMatch = created.ETag });
                Assert.IsNull(changed.Body.Data.HomepageUrl, "null removes");
                Assert.AreEqual("MIT", changed.Body.Data.License, "an absent member stays");
                Assert.AreEqual("Wechsel", changed.Body.Data.Title["de"]);
                ProblemException stale = await ErrorOf<ProblemException>(
                    client.UpdateModDraftAsync(created.Body.Data.Id, new UpdateModInput { License = "ISC" }, new CallOptions { IfMatch = created.ETag }));
                Assert.AreEqual("precondition_failed", stale.Code);
            }
        }

        [Test]
        public void A_member_is_absent_or_null_or_a_value()
        {
            Assert.AreEqual("{}", JsonConvert.SerializeObject(new UpdateModInput()));
            Assert.AreEqual("{\"license\":null}", JsonConvert.SerializeObject(new UpdateModInput { License = null }));
            Assert.AreEqual("{\"license\":\"MIT\"}", JsonConvert.SerializeObject(new UpdateModInput { License = "MIT" }));
            Assert.AreEqual("{\"categories\":[]}", JsonConvert.SerializeObject(new UpdateModInput { Categories = new List<string>() }));
            const string plan = "{\"game_slug\":\"g\",\"include_optional\":false,\"release_channel\":\"beta\"}";
            Assert.AreEqual(plan, JsonConvert.SerializeObject(JsonConvert.DeserializeObject<InstallPlanInput>(plan)));
            var read = JsonConvert.DeserializeObject<UpdateModInput>("{\"license\":null,\"slug\":\"a\"}");
            Assert.IsTrue(read.License.IsPresent);
            Assert.IsNull(read.License.Value);
            Assert.AreEqual("a", read.Slug.Value);
            Assert.IsFalse(read.Title.IsPresent);
        }

        [Test]
        public async Task A_change_without_an_ETag_is_not_sent()
        {
            foreach (string etag in new[] { null, "", "*", "W/\"1\"", "\"1\", \"2\"", "1" })
            {
                await ErrorOf<ArgumentException>(Task.Run(() => Client.UpdateModDraftAsync("x", new UpdateModInput(), new CallOptions { IfMatch = etag })));
            }
            Assert.IsEmpty(Service.Log("PATCH", "/"));
        }

        [Test]
        public async Task Values_and_members_of_a_later_release_are_kept()
        {
            string id = (string)Service.Mod("stand-alone")["id"];
            JObject document;
            using (var web = new System.Net.WebClient()) document = JObject.Parse(web.DownloadString(Service.BaseUrl + "/v1/mods/" + id));
            document["data"]["access_tier"] = "of_tomorrow";
            document["data"]["new_member"] = 7;
            document["data"]["title"] = new JObject { ["en"] = "2026-03-02T10:00:00Z" };
            Service.Break(Service.Rule("/v1/mods/", "GET", Service.Status(200, null, document.ToString())));
            var mod = (await Client.GetModAsync(id)).Body.Data;
            Assert.AreEqual("of_tomorrow", mod.AccessTier.Text);
            Assert.AreNotEqual(AccessTier.Public, mod.AccessTier);
            Assert.AreEqual(7, (int)mod.OtherMembers["new_member"]);
            Assert.AreEqual("2026-03-02T10:00:00Z", mod.Title["en"], "a text that looks like a date stays a text");
        }

        [Test]
        public async Task A_list_is_read_over_its_pages()
        {
            string game = (string)Service.Facts["game"];
            var mods = await Client.ListModsPages(gameSlug: game, limit: 2).ToListAsync(100);
            Assert.GreaterOrEqual(mods.Count, 4);
            Assert.AreEqual(mods.Count, mods.Select(mod => mod.Id).Distinct().Count());
            Assert.Greater(Service.Log("GET", "/v1/mods?").Count, 1);
        }

        [Test]
        public async Task A_list_ends_at_a_cursor_that_repeats()
        {
            string page = "{\"data\":[{\"id\":\"a\"}],\"pagination\":{\"next_cursor\":\"same\",\"has_more\":true,\"limit\":1}}";
            Service.Break(Service.Rule("/v1/mods", "GET", Service.Status(200, null, page), 100));
            var mods = await Client.ListModsPages().ToListAsync(1000);
            Assert.AreEqual(2, mods.Count);
        }

        [Test]
        public async Task A_list_of_empty_pages_ends()
        {
            Func<int, JObject> PageWith = cursor =>
            {
                string page = "{\"data\":[],\"pagination\":{\"next_cursor\":\"" + cursor + "\",\"has_more\":true,\"limit\":1}}";
                return Service.Rule("/v1/mods", "GET", Service.Status(200, null, page));
            };
            Service.Break(Enumerable.Range(0, 50).Select(PageWith).ToArray());
            await ErrorOf<IntegrityException>(Client.ListModsPages().ToListAsync(1000));
            Assert.LessOrEqual(Service.Log("GET", "/v1/mods").Count, 20);
        }

        [Test]
        public async Task A_plan_names_what_a_mod_requires()
        {
            JToken mod = Service.Mod("uses-base");
            var plan = await Client.PlanAsync(new InstallPlanInput { GameSlug = (string)Service.Facts["game"], ModIds = new List<string> { (string)mod["id"] } });
            CollectionAssert.AreEqual(
                new[] { (string)mod["requires"][0], (string)mod["id"] },
                plan.Items.Select(item => item.ModId).ToArray());
        }

        [Test]
        public async Task A_plan_that_is_not_possible_names_the_conflict()
        {
            const string body = "{\"data\":{\"status\":\"unsatisfiable\",\"items\":[],\"conflicts\":[{\"code\":\"version_constraint\",\"mod_ids\":[\"a\"],\"item_ids\":[],\"explanation\":\"A excludes B.\"}]}}";
            Service.Break(Service.Rule("/install-plans", "POST", Service.Status(200, null, body)));
            var request = new InstallPlanInput { GameSlug = (string)Service.Facts["game"], ModIds = new List<string> { (string)Service.Mod("uses-base")["id"] } };
            PlanException error = await ErrorOf<PlanException>(Client.PlanAsync(request));
            Assert.AreEqual("version_constraint", error.Conflicts.Single().Code);
            Assert.AreEqual("A excludes B.", error.Message);
        }
    }
}
