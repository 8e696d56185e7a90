using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>Tokens after a sign-in: renewed, revoked and stored.</summary>
    [TestFixture]
    public sealed class TokenTests : SignInTest
    {
        [Test]
        public async Task An_access_token_is_renewed_before_its_end_and_the_refresh_token_rotates()
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                string first = await signIn.GetTokenAsync(CancellationToken.None);
                string refresh = (string)JObject.Parse(File.ReadAllText(Store))["refresh_token"];
                Clock.UtcNow = Clock.UtcNow.AddMinutes(20);
                string second = await signIn.GetTokenAsync(CancellationToken.None);
                Assert.AreNotEqual(first, second);
                Assert.AreNotEqual(refresh, (string)JObject.Parse(File.ReadAllText(Store))["refresh_token"]);
                Assert.AreEqual((string)Service.Facts["username"], await NameOf(signIn));
            }
        }

        [Test]
        public async Task Many_processes_and_calls_use_a_refresh_token_once()
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                JObject stored = JObject.Parse(File.ReadAllText(Store));
                stored["expires_at"] = "2020-01-01T00:00:00Z";
                File.WriteAllText(Store, stored.ToString());
                Service.Forget();
                string arguments = "token " + Service.BaseUrl + "/v1 " + Service.Facts["client_id"] + " " + Store;
                var processes = Enumerable.Range(0, 3).Select(_ => Programs.Start("Worker.exe", arguments)).ToList();
                var calls = Enumerable.Range(0, 4).Select(_ => signIn.GetTokenAsync(CancellationToken.None)).ToList();
                var tokens = new List<string>(await Task.WhenAll(calls));
                foreach (Process process in processes)
                {
                    tokens.Add(process.StandardOutput.ReadLine());
                    process.WaitForExit();
                    process.Dispose();
                }
                Assert.AreEqual(1, tokens.Distinct().Count(), string.Join(" ", tokens));
                Assert.AreEqual(1, Service.Log("POST", "/oauth/token").Count);
                Assert.AreEqual("600", ModeOf(Store));
            }
        }

        [Test]
        public async Task A_sign_in_that_was_revoked_elsewhere_forgets_its_tokens()
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                Follow(Revoke((string)JObject.Parse(File.ReadAllText(Store))["refresh_token"]));
                SignInException error = await ErrorOf<SignInException>(NameOf(signIn));
                Assert.AreEqual("invalid_grant", error.Code);
                Assert.IsFalse(signIn.IsSignedIn);
            }
        }

        private static string Revoke(string token)
        {
            using (var web = new WebClient())
            {
                web.UploadValues(Service.BaseUrl + "/oauth/revoke", new System.Collections.Specialized.NameValueCollection
                {
                    ["client_id"] = (string)Service.Facts["client_id"],
                    ["token"] = token,
                });
            }
            return Service.BaseUrl + "/healthz";
        }

        [Test]
        public async Task A_user_signs_out()
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                string token = await signIn.GetTokenAsync(CancellationToken.None);
                await signIn.RevokeAsync();
                Assert.IsFalse(File.Exists(Store));
                using (var client = new ModportClient(Service.Options(Clock, token)))
                {
                    Assert.AreEqual(401, (await ErrorOf<ProblemException>(client.GetMeAsync())).Status);
                }
                Assert.AreEqual("not_signed_in", (await ErrorOf<SignInException>(signIn.GetTokenAsync(CancellationToken.None))).Code);
            }
        }

        [TestCase("status")]
        [TestCase("refuse")]
        [TestCase("drop-response")]
        public async Task A_user_signs_out_of_this_machine_also_if_the_service_fails(string fault)
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                Service.Break(Service.Rule("/oauth/revoke", "POST", fault == "status" ? Service.Status(503, null, "") : Service.Fault(fault)));
                ModportException error = await ErrorOf<ModportException>(signIn.RevokeAsync());
                Assert.AreEqual(fault == "status" ? typeof(SignInException) : typeof(TransportException), error.GetType());
                Assert.IsFalse(File.Exists(Store));
                Assert.IsFalse(signIn.IsSignedIn);
            }
        }

        [TestCase(false)]
        [TestCase(true)]
        public async Task A_sign_out_ends_tokens_whose_file_cannot_be_removed_and_reports_the_file(bool alsoServiceFails)
        {
            using (SignIn first = New()) await first.SignInWithBrowserAsync();
            Service.Forget();
            if (alsoServiceFails) Service.Break(Service.Rule("/oauth/revoke", "POST", Service.Status(503, null, "")));
            using (SignIn signIn = New(options => options.File = new TokenFile(Store, null, ReplacedByFolder)))
            {
                Exception error = null;
                try
                {
                    await signIn.RevokeAsync();
                }
                catch (Exception raised)
                {
                    error = raised;
                }
                Assert.IsTrue(error is UnauthorizedAccessException || error is IOException, "" + error);
                Assert.AreEqual(alsoServiceFails ? 503 : 200, (int)Service.Log("POST", "/oauth/revoke").First()["status"]);
            }
        }

        [TestCase("file")]
        [TestCase("service")]
        public async Task A_cancelled_sign_out_reports_the_cancellation_instead_of_a_failure(string failing)
        {
            using (SignIn first = New()) await first.SignInWithBrowserAsync();
            JObject stored = JObject.Parse(File.ReadAllText(Store));
            // The service revokes nothing for an application that it does not know.
            if (failing == "service") stored["client_id"] = "unknown";
            File.WriteAllText(Store, stored.ToString());
            Service.Break(Service.Rule("/oauth/revoke", "POST", Service.Fault("hold")));
            using (var cancel = new CancellationTokenSource())
            using (SignIn signIn = New(options =>
            {
                options.ClientId = (string)stored["client_id"];
                if (failing == "file") options.File = new TokenFile(Store, null, ReplacedByFolder);
            }))
            {
                Task revoking = signIn.RevokeAsync(cancel.Token);
                await Requested("POST", "/oauth/revoke");
                cancel.Cancel();
                Service.Break();
                await ErrorOf<OperationCanceledException>(revoking);
            }
        }

        /// <summary>Replaces the file of the tokens by a folder, which cannot be removed like a file.</summary>
        private byte[] ReplacedByFolder(byte[] content)
        {
            File.Delete(Store);
            Directory.CreateDirectory(Store);
            return content;
        }

        /// <summary>Takes the lock of the tokens as another process does, until a call waits for it.</summary>
        private Func<bool> Held(Func<bool> isUnchanged)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Store));
            FileLock held = FileLock.TryTake(Store + ".lock");
            bool hasWaited = false;
            Clock.Waiting = () =>
            {
                hasWaited = isUnchanged();
                held.Dispose();
                Clock.Waiting = null;
            };
            return () => hasWaited;
        }

        [Test]
        public async Task A_sign_in_waits_for_the_process_that_refreshes_the_stored_tokens()
        {
            Func<bool> hasWaited = Held(() => !File.Exists(Store));
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                Assert.IsTrue(hasWaited());
                Assert.AreEqual((string)Service.Facts["username"], await NameOf(signIn));
            }
        }

        [Test]
        public async Task A_sign_out_waits_for_the_process_that_refreshes_the_stored_tokens()
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                Service.Forget();
                Func<bool> hasWaited = Held(() => File.Exists(Store) && Service.Log("POST", "/oauth/revoke").Count == 0);
                await signIn.RevokeAsync();
                Assert.IsTrue(hasWaited());
                Assert.IsFalse(File.Exists(Store));
            }
        }

        [Test]
        public async Task New_tokens_that_cannot_be_stored_are_revoked()
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Store));
            using (FileLock.TryTake(Store + ".lock"))
            using (SignIn signIn = New())
            {
                await ErrorOf<FileBusyException>(signIn.SignInWithBrowserAsync());
                Assert.AreEqual(200, (int)Service.Log("POST", "/oauth/revoke").Single()["status"]);
                Assert.IsNull(signIn.IdToken);
            }
        }

        [TestCase("issuer", "https://mods.example")]
        [TestCase("client_id", "their-application")]
        public async Task Tokens_of_another_service_or_application_are_no_sign_in_and_stay(string member, string other)
        {
            using (SignIn signIn = New())
            {
                await signIn.SignInWithBrowserAsync();
                JObject kept = JObject.Parse(File.ReadAllText(Store));
                Assert.AreEqual(Service.BaseUrl, (string)kept["issuer"]);
                Assert.AreEqual((string)Service.Facts["client_id"], (string)kept["client_id"]);
                kept[member] = other;
                kept["expires_at"] = "2020-01-01T00:00:00Z";
                File.WriteAllText(Store, kept.ToString());
                Service.Forget();
                Assert.IsFalse(signIn.IsSignedIn);
                Assert.AreEqual("not_signed_in", (await ErrorOf<SignInException>(signIn.GetTokenAsync(CancellationToken.None))).Code);
                await signIn.RevokeAsync();
                Assert.AreEqual(0, Service.Log("POST", "/oauth/").Count);
                Assert.AreEqual(kept.ToString(), File.ReadAllText(Store));
            }
        }

        [TestCase("")]
        [TestCase("{}")]
        [TestCase("{\"access_token\":\"a\",\"expires_at\":\"2030-01-01T00:00:00Z\"}")]
        [TestCase("{\"access_token\":\"a\\r\\nX-Evil: 1\",\"expires_at\":\"2030-01-01T00:00:00Z\"}")]
        [TestCase("garbage")]
        public async Task A_damaged_token_file_is_no_sign_in_and_a_sign_out_removes_it(string content)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Store));
            File.WriteAllText(Store, content);
            using (SignIn signIn = New())
            {
                Assert.IsFalse(signIn.IsSignedIn);
                await signIn.RevokeAsync();
                Assert.IsFalse(File.Exists(Store));
            }
        }

        [Test]
        public void Tokens_do_not_show_themselves()
        {
            var tokens = new Tokens("secret-access", "secret-refresh", DateTimeOffset.UtcNow, "mods:read");
            StringAssert.DoesNotContain("secret", tokens.ToString());
        }
    }
}
