using System;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;

namespace Modport.Tests
{
    /// <summary>
    /// A process that tests start, kill and let run out of disk: <c>download</c>, <c>upload</c> or <c>token</c>. The variable
    /// DIE_AT kills it after so many bytes; WAIT_AT makes it say <c>waiting</c> and wait for a line.
    /// </summary>
    internal static class Worker
    {
        private static int Main(string[] arguments)
        {
            try
            {
                RunAsync(arguments).GetAwaiter().GetResult();
                Console.WriteLine("done");
                return 0;
            }
            catch (Exception error)
            {
                Console.WriteLine(error.GetType().Name);
                return 1;
            }
        }

        private static async Task RunAsync(string[] arguments)
        {
            var options = new ModportClientOptions
            {
                BaseAddress = new Uri(arguments[1]),
                Identity = new ClientIdentity("worker", "1.0", "https://worker.example"),
            };
            string token = Environment.GetEnvironmentVariable("TOKEN");
            if (token != null) options.Tokens = new FixedToken(token);
            if (arguments[0] == "token")
            {
                var signIn = new SignIn(options, new SignInOptions { ClientId = arguments[2], File = new TokenFile(arguments[3]) });
                Console.WriteLine(await signIn.GetTokenAsync(default(System.Threading.CancellationToken)));
                return;
            }
            using (var client = new ModportClient(options))
            {
                var watch = new Watch();
                if (arguments[0] == "download") await client.DownloadAsync(arguments[2], arguments[3], new DownloadOptions { Progress = watch });
                else
                {
                    await client.UploadAsync(new UploadRequest { ModId = arguments[2], VersionId = arguments[3], Path = arguments[4], Progress = watch });
                }
            }
        }

        private sealed class Watch : IProgress<TransferProgress>
        {
            private readonly long dieAt = Number("DIE_AT");
            private long waitAt = Number("WAIT_AT");

            public void Report(TransferProgress value)
            {
                if (value.Stage == "digest") return;
                if (value.Bytes >= dieAt) Process.GetCurrentProcess().Kill();
                if (value.Bytes < waitAt) return;
                waitAt = long.MaxValue;
                Console.WriteLine("waiting");
                Console.ReadLine();
            }

            private static long Number(string name)
            {
                string text = Environment.GetEnvironmentVariable(name);
                return text == null ? long.MaxValue : long.Parse(text);
            }
        }
    }
}
