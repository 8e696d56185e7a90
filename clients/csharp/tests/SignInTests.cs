using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Sign-in with a browser and with a device.</summary>
    [TestFixture]
    public sealed class SignInTests : SignInTest
    {
        [Test]
        public async Task A_user_signs_in_with_the_browser()
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                Assert.AreEqual((string)Service.Facts["username"], await NameOf(signIn));
                Assert.IsNotEmpty(signIn.IdToken.Subject);
                Assert.AreEqual("600", ModeOf(Store));
                Assert.AreEqual("700", ModeOf(Path.GetDirectoryName(Store)));
            }
        }

        [Test]
        public async Task A_user_signs_in_with_a_device_code()
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithDeviceAsync();
                Assert.AreEqual((string)Service.Facts["username"], await NameOf(signIn));
            }
        }

        [Test]
        public async Task A_device_polls_until_the_user_decides_and_slower_if_told_to()
        {

            Service.Break(
                Service.Rule("/oauth/token", "POST", Service.Status(400, null, "{\"error\":\"authorization_pending\"}")),
                Service.Rule("/oauth/token", "POST", Service.Status(400, null, "{\"error\":\"slow_down\"}")),
                Service.Rule("/oauth/token", "POST", Service.Fault("refuse")),
                Service.Rule("/oauth/token", "POST", Service.Status(503, null, "")));
            using (SignIn signIn = New()) await signIn.SignInWithDeviceAsync();
            CollectionAssert.AreEqual(new double[] { 5, 5, 10, 20, 40 }, Clock.Waits);
        }

        [Test]
        public async Task The_keys_for_the_check_of_tokens_are_read_again_after_a_failure()
        {
            Service.Break(Service.Rule("/jwks.json", "GET", Service.Status(503, null, ""), 2));
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                CollectionAssert.AreEqual(new double[] { 1, 2 }, Clock.Waits);
                Assert.AreEqual((string)Service.Facts["username"], await NameOf(signIn));
            }
        }

        [Test]
        public async Task Tokens_that_cannot_be_checked_are_revoked_and_their_device_code_is_sent_once()
        {
            Service.Break(Service.Rule("/jwks.json", "GET", Service.Fault("refuse"), 9));
            using (SignIn signIn = New())
            {
                await ErrorOf<TransportException>(signIn.SignInWithDeviceAsync());
                Assert.AreEqual(1, Service.Log("POST", "/oauth/token").Count);
                CollectionAssert.AreEqual(new double[] { 5, 1, 2, 4 }, Clock.Waits);
                Assert.AreEqual(200, (int)Service.Log("POST", "/oauth/revoke").Single()["status"]);
                Assert.IsFalse(signIn.IsSignedIn);
            }
        }

        [Test]
        public async Task Tokens_are_revoked_if_a_cancellation_stops_their_check()
        {
            using (var stop = new CancellationTokenSource())
            using (SignIn signIn = New())
            {
                Service.Break(Service.Rule("/jwks.json", "GET", Service.Fault("refuse"), 9));
                Clock.Waiting = stop.Cancel;
                await ErrorOf<OperationCanceledException>(signIn.SignInWithBrowserAsync(stop.Token));
                await Requested("POST", "/oauth/revoke");
            }
        }

        [Test]
        public async Task A_cancelled_sign_in_ends_soon_although_the_service_does_not_respond()
        {
            Service.Break(Service.Rule("/jwks.json", "GET", Service.Fault("hold")), Service.Rule("/oauth/revoke", "POST", Service.Fault("hold")));
            using (var stop = new CancellationTokenSource())
            using (SignIn signIn = New())
            {
                Task running = signIn.SignInWithBrowserAsync(stop.Token);
                await Requested("GET", "/jwks.json");
                stop.Cancel();
                Assert.AreSame(running, await Task.WhenAny(running, Task.Delay(20000)));
                await ErrorOf<OperationCanceledException>(running);
            }
            await Requested("POST", "/oauth/revoke");
            Service.Break();
            await Requested("POST", "/oauth/revoke", "200");
        }

        [Test]
        public async Task A_cancelled_sign_out_still_ends_the_tokens_at_the_service()
        {
            Service.Break(Service.Rule("/oauth/revoke", "POST", Service.Fault("hold")));
            using (var cancel = new CancellationTokenSource())
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                Task revoking = signIn.RevokeAsync(cancel.Token);
                await Requested("POST", "/oauth/revoke");
                cancel.Cancel();
                await ErrorOf<OperationCanceledException>(revoking);
                Assert.IsFalse(File.Exists(Store));
            }
            Service.Break();
            await Requested("POST", "/oauth/revoke", "200");
        }

        [Test]
        public async Task The_reads_of_the_keys_end_in_time_with_the_first_error()
        {
            Service.Break(Service.Rule("/jwks.json", "GET", Service.Status(503, null, "")), Service.Rule("/jwks.json", "GET", Service.Fault("hold")));
            using (SignIn signIn = New())
            {
                signIn.KeyTime = TimeSpan.FromSeconds(5);
                Task running = signIn.SignInWithBrowserAsync();
                Assert.AreSame(running, await Task.WhenAny(running, Task.Delay(40000)));
                StringAssert.Contains("503", (await ErrorOf<SignInException>(running)).Message);
                Assert.AreEqual(2, Service.Log("GET", "/jwks.json").Count);
                Assert.AreEqual(1, Service.Log("POST", "/oauth/revoke").Count);
            }
        }

        [Test]
        public async Task A_lost_response_with_tokens_asks_to_start_the_sign_in_again()
        {
            // The clock does not wait, so the service itself would only say that the polls come too early.
            Service.Break(
                Service.Rule("/oauth/token", "POST", Service.Fault("drop-response")),
                Service.Rule("/oauth/token", "POST", Service.Status(400, null, "{\"error\":\"invalid_grant\"}")));
            using (SignIn signIn = New())
            {
                SignInException error = await ErrorOf<SignInException>(signIn.SignInWithDeviceAsync());
                Assert.AreEqual("invalid_grant", error.Code);
                StringAssert.Contains("Start the sign-in again", error.Message);
            }
        }

        [TestCase("access_denied")]
        [TestCase("expired_token")]
        public async Task A_device_stops_when_the_user_denies_or_the_code_expires(string code)
        {
            Service.Break(Service.Rule("/oauth/token", "POST", Service.Status(403, null, "{\"error\":\"" + code + "\"}")));
            using (SignIn signIn = New())
            {
                SignInException error = await ErrorOf<SignInException>(signIn.SignInWithDeviceAsync());
                Assert.AreEqual(code, error.Code);
                Assert.IsFalse(signIn.IsSignedIn);
            }
        }

        [Test]
        public async Task A_page_of_another_host_is_not_shown_to_the_user()
        {
            string body = "{\"device_code\":\"d\",\"user_code\":\"A-B\",\"verification_uri\":\"https://evil.example/\",\"expires_in\":600,\"interval\":5}";
            Service.Break(Service.Rule("/device_authorization", "POST", Service.Status(200, null, body)));
            bool wasShown = false;
            using (SignIn signIn = New(options => options.ShowCode = (code, _) => { wasShown = true; return Task.FromResult(true); }))
            {
                SignInException error = await ErrorOf<SignInException>(signIn.SignInWithDeviceAsync());
                Assert.AreEqual("invalid_response", error.Code);
                Assert.IsFalse(wasShown);
            }
        }

        [TestCase("state", "state_mismatch")]
        [TestCase("iss", "issuer_mismatch")]
        [TestCase("code", "invalid_response")]
        public async Task A_forged_response_to_a_sign_in_is_refused(string parameter, string code)
        {
            Func<Uri, CancellationToken, Task> forge = (address, _) => Task.Run(() =>
            {
                string redirect = (string)Service.Approve(address.AbsoluteUri)["redirect"];
                Follow(System.Text.RegularExpressions.Regex.Replace(redirect, "([?&]" + parameter + "=)[^&]*", parameter == "code" ? "$1" : "$1forged"));
            });
            Service.Forget();
            using (SignIn signIn = New(options => options.OpenBrowser = forge))
            {
                SignInException error = await ErrorOf<SignInException>(signIn.SignInWithBrowserAsync());
                Assert.AreEqual(code, error.Code);
                Assert.IsEmpty(Service.Log("POST", "/oauth/token"), "the code is not used");
            }
        }

        [Test]
        public async Task A_denied_sign_in_names_the_error()
        {
            Func<Uri, CancellationToken, Task> deny = (address, _) => Task.Run(() =>
            {
                var query = address.Query.TrimStart('?').Split('&').Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => Uri.UnescapeDataString(pair[1]));
                Follow(query["redirect_uri"] + "?error=access_denied&state=" + query["state"] + "&iss=" + Uri.EscapeDataString(Service.BaseUrl));
            });
            using (SignIn signIn = New(options => options.OpenBrowser = deny))
            {
                Assert.AreEqual("access_denied", (await ErrorOf<SignInException>(signIn.SignInWithBrowserAsync())).Code);
            }
        }

        [Test]
        public async Task Other_requests_to_the_port_do_not_end_a_sign_in()
        {
            Func<Uri, CancellationToken, Task> noisy = (address, _) => Task.Run(() =>
            {
                string redirect = (string)Service.Approve(address.AbsoluteUri)["redirect"];
                var port = new Uri(redirect);
                foreach (string path in new[] { "/favicon.ico", "/callback", "/callback/x?code=1" })
                {
                    Assert.Throws<WebException>(() => Follow("http://127.0.0.1:" + port.Port + path));
                }
                Follow(redirect);
                Assert.Throws<WebException>(() => Follow(redirect), "the port is closed after one response");
            });
            using (SignIn signIn = New(options => options.OpenBrowser = noisy)) await signIn.SignInWithBrowserAsync();
        }

        [Test]
        public async Task A_user_who_does_not_respond_ends_the_sign_in()
        {
            using (SignIn signIn = New(options =>
            {
                options.Timeout = TimeSpan.FromMilliseconds(1);
                options.OpenBrowser = (address, _) => Task.FromResult(true);
            }))
            {
                Assert.AreEqual("timeout", (await ErrorOf<SignInException>(signIn.SignInWithBrowserAsync())).Code);
            }
        }

        [Test]
        public async Task A_forged_ID_token_is_refused()
        {
            Service.Break(Service.Rule("/jwks.json", "GET", Service.Status(200, null, "{\"keys\":[]}")));
            using (SignIn signIn = New())
            {
                Assert.AreEqual("invalid_id_token", (await ErrorOf<SignInException>(signIn.SignInWithBrowserAsync())).Code);
                Assert.IsFalse(signIn.IsSignedIn);
            }
        }
    }
}
