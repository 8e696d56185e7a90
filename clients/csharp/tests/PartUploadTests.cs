using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Uploads in parts: four at a time, and continued by the id of their session.</summary>
    [TestFixture]
    public sealed class PartUploadTests : UploadTest
    {
        private const int LargeBytes = 101 * 1024 * 1024;
        private const int Parts = 7;

        private static List<int> Numbers(IEnumerable<JToken> numbers)
        {
            return numbers.Select(number => (int)number).Distinct().OrderBy(number => number).ToList();
        }

        [Test]
        public async Task A_killed_upload_continues_by_the_id_of_its_session_and_sends_only_missing_parts()
        {
            UploadRequest request = await RequestAsync(LargeBytes);
            string arguments = "upload " + Service.BaseUrl + "/v1 " + ModId + " " + request.VersionId + " " + request.Path;
            // More than four parts of bytes: the store has acknowledged one at least.
            using (Process killed = Programs.Start("Worker.exe", arguments, "TOKEN", Service.Token, "DIE_AT", "90000000")) killed.WaitForExit();
            Assert.AreEqual(4, Service.Log("PUT", "/storage/").Max(one => (int)one["in_flight"]), "parts in flight");
            string kept = (string)JObject.Parse(File.ReadAllText(request.Path + ".upload.json"))["upload_id"];
            var session = (await Creator.GetUploadSessionAsync(kept)).Body.Data;
            List<int> confirmed = session.Progress.CompletedParts.Select(part => part.PartNumber).ToList();
            CollectionAssert.IsNotEmpty(confirmed);

            Service.Forget();
            Service.Break(
                Service.Rule("^/v1/uploads(:validate)?$", "POST", Service.Status(403), 99),
                Service.Rule("^/storage/", "PUT", Service.Status(410)),
                Service.Rule("^/storage/", "PUT", Service.Fault("cut-request", "after", 1000000)),
                Service.Rule("^/storage/", "PUT", Service.Status(503)),
                Service.Rule("^/storage/", "PUT", Service.Fault("drop-response")));
            UploadResult result = await Creator.UploadAsync(request);

            Assert.AreEqual(kept, result.UploadId);
            CheckDone(result);
            CollectionAssert.IsEmpty(Service.Log("POST", "/v1/uploads").Where(one => (int?)one["status"] == 403), "no create");
            List<int> signed = Numbers(Sent.Bodies("/parts").SelectMany(body => body["partNumbers"]));
            CollectionAssert.IsSubsetOf(signed, Enumerable.Range(1, Parts).Except(confirmed), "confirmed parts are not sent again");
            CollectionAssert.IsNotEmpty(signed);
        }

        [Test]
        public async Task Parts_that_an_earlier_run_named_and_the_store_joined_are_completed()
        {
            UploadRequest request = await RequestAsync(LargeBytes);
            Service.Break(Service.Rule("/complete$", "POST", Service.Fault("drop-response"), 9));
            await ErrorOf<TransportException>(Creator.UploadAsync(request));
            string id = (string)JObject.Parse(File.ReadAllText(request.Path + ".upload.json"))["upload_id"];

            // As if the service had died after the store joined the parts.
            string joined = "{\"data\":{\"upload_id\":\"" + id + "\",\"lifecycleStatus\":\"uploading\",\"strategy\":\"multipart\","
                + "\"progress\":{\"available\":true,\"percent\":100,\"completedParts\":[]}}}";
            Service.Forget();
            Service.Break(Service.Rule("/v1/uploads/" + id + "$", "GET", Service.Status(200, null, joined), 2));
            UploadResult result = await Creator.UploadAsync(request);

            Assert.AreEqual(id, result.UploadId);
            CheckDone(result);
            Assert.AreEqual(1, Service.Log("POST", "/complete").Count);
            CollectionAssert.IsEmpty(Service.Log("PUT", "/storage/"));
        }

        [Test]
        public async Task A_part_that_the_store_never_takes_is_sent_four_times()
        {
            UploadRequest request = await RequestAsync(1);
            using (FileStream file = File.OpenWrite(request.Path)) file.SetLength(LargeBytes);
            Service.Break(Service.Rule("^/storage/", "PUT", Service.Fault("refuse"), 999));
            await ErrorOf<TransportException>(Creator.UploadAsync(request));
            List<int> counts = Service.Log("PUT", "/storage/").GroupBy(one => (string)one["path"]).Select(one => one.Count()).ToList();
            Assert.AreEqual(4, counts.Max(), string.Join(" ", counts));
            Assert.AreEqual(4, counts.Count, "no other part is begun");
        }

        /// <summary>An unknown progress is not zero (contract 2.9).</summary>
        [Test]
        public async Task A_session_whose_progress_is_unknown_is_asked_again_before_parts_are_sent()
        {
            const string id = "01980000-0000-7000-8000-000000000021";
            UploadRequest request = await RequestAsync(1);
            using (FileStream file = File.OpenWrite(request.Path)) file.SetLength(LargeBytes);
            string created = "{\"data\":{\"upload_id\":\"" + id + "\",\"lifecycleStatus\":\"uploading\",\"strategy\":\"multipart\",\"upload\":{\"parts\":[]}}}";
            string unknown = "{\"data\":{\"upload_id\":\"" + id + "\",\"progress\":{\"available\":false,\"completedParts\":[]}}}";
            Service.Break(
                Service.Rule("^/v1/uploads$", "POST", Service.Status(201, null, created)),
                Service.Rule("/v1/uploads/" + id, "GET", Service.Status(200, null, unknown), 99));
            await ErrorOf<TransportException>(Creator.UploadAsync(request));
            Assert.AreEqual(4, Service.Log("GET", id).Count);
            CollectionAssert.IsEmpty(Service.Log("PUT", "/storage/"));
            CollectionAssert.IsEmpty(Service.Log("POST", "/parts"));
        }
    }
}
