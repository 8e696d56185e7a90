using System;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Modport.Models;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Downloads and writes with the tokens of a sign-in.</summary>
    [TestFixture]
    public sealed class SignedInTests : ServiceTest
    {
        private static readonly string ClientId = (string)Service.Facts["client_id"];

        private SignIn New()
        {
            return new SignIn(Service.Options(Clock), new SignInOptions
            {
                ClientId = ClientId,
                Scopes = new[] { "mods:read", "mods:write", "files:download" },
                OpenBrowser = (address, _) => Task.Run(() =>
                {
                    using (var web = new WebClient()) web.DownloadString((string)Service.Approve(address.AbsoluteUri)["redirect"]);
                }),
                ShowCode = (code, _) => Task.Run(() => { Service.Approve(code.CompleteAddress.AbsoluteUri); }),
            });
        }

        /// <summary>The service refuses a write whose <c>X-Service-Client</c> is not the application of the token (contract 5.5).</summary>
        [TestCase(true)]
        [TestCase(false)]
        public async Task A_user_who_signed_in_downloads_and_creates_a_mod(bool isBrowser)
        {
            using (SignIn signIn = New())
            {
                await (isBrowser ? signIn.SignInWithBrowserAsync() : signIn.SignInWithDeviceAsync());
                ModportClientOptions options = Service.Options(Clock);
                options.Tokens = signIn;
                using (var client = new ModportClient(options))
                {
                    JToken mod = Service.Mod("base-library");
                    await client.DownloadAsync((string)mod["artifact_id"], InFolder("mod.zip"));
                    Assert.AreEqual((string)mod["sha256"], DigestOf(InFolder("mod.zip")));
                    var draft = new CreateModInput { GameSlug = (string)Service.Facts["game"], Title = "By OAuth " + Guid.NewGuid(), Description = "Text." };
                    Assert.IsNotEmpty((await client.CreateModDraftAsync(draft)).Body.Data.Id);
                }
                JToken headers = Service.Log("POST", "/v1/mods").Single()["headers"];
                Assert.AreEqual(ClientId, (string)headers["x-service-client"]);
                StringAssert.StartsWith("csharp-tests/1.0 ", (string)headers["user-agent"]);
                await signIn.RevokeAsync();
            }
        }
    }
}
