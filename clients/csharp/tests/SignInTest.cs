using System;
using System.Diagnostics;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>A test with a person who signs in, and a place for the tokens.</summary>
    public abstract class SignInTest : ServiceTest
    {
        internal string Store => InFolder("private/tokens.json");

        internal SignIn New(Action<SignInOptions> change = null, IClock clock = null)
        {
            var options = new SignInOptions
            {
                ClientId = (string)Service.Facts["client_id"],
                Scopes = new[] { "openid", "mods:read", "profile:read" },
                File = new TokenFile(Store),
                OpenBrowser = (address, _) => Task.Run(() => Follow((string)Service.Approve(address.AbsoluteUri)["redirect"])),
                ShowCode = (code, _) => Task.Run(() => { Service.Approve(code.CompleteAddress.AbsoluteUri); }),
            };
            change?.Invoke(options);
            return new SignIn(Service.Options(clock ?? Clock), options);
        }

        internal static string Follow(string url)
        {
            using (var web = new WebClient()) return web.DownloadString(url);
        }

        internal async Task<string> NameOf(SignIn signIn)
        {
            ModportClientOptions options = Service.Options(Clock);
            options.Tokens = signIn;
            using (var client = new ModportClient(options)) return (await client.GetMeAsync()).Body.Data.User.Username;
        }

        /// <summary>Waits until the service got a request, and responded with a status if there is one.</summary>
        internal static async Task Requested(string method, string path, string status = "")
        {
            for (int polls = 0; !Service.Log(method, path).Any(one => status == "" || (string)one["status"] == status); polls += 1)
            {
                Assert.Less(polls, 200, path);
                await Task.Delay(50);
            }
        }

        internal static string ModeOf(string path)
        {
            using (Process stat = Programs.Start("stat", "-c %a " + path)) return stat.StandardOutput.ReadToEnd().Trim();
        }
    }
}
