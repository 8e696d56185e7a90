using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Modport;
using Modport.Models;

/// <summary>
/// Searches a game, plans and installs three mods with what they need, verifies the folder and looks for updates:
/// <c>Install.exe https://mods.example/v1 game folder slug slug slug</c>.
/// </summary>
internal static class Install
{
    private static int Main(string[] arguments)
    {
        try
        {
            RunAsync(arguments[0], arguments[1], arguments[2], arguments.Skip(3).ToList()).GetAwaiter().GetResult();
            return 0;
        }
        catch (ModportException error)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }

    private static async Task RunAsync(string address, string game, string folder, List<string> slugs)
    {
        var options = new ModportClientOptions
        {
            BaseAddress = new Uri(address),
            Identity = new ClientIdentity("install-example", "1.0", "https://github.com/example/install"),
        };
        using (var client = new ModportClient(options))
        {
            // Search: the mods of the game, page by page.
            var found = await client.ListModsPages(gameSlug: game).ToListAsync(100);
            var wanted = found.Where(mod => mod.LatestRelease != null && slugs.Contains(mod.Slug)).ToList();
            Console.WriteLine("found " + found.Count + ", wanted " + string.Join(", ", wanted.Select(mod => mod.Slug)));

            // Plan: the service adds what they require, in the order of installation.
            var plan = await client.PlanAsync(new InstallPlanInput { GameSlug = game, ModIds = wanted.Select(mod => mod.Id).ToList() });

            // Install: each file is verified before it appears.
            Directory.CreateDirectory(folder);
            foreach (var item in plan.Items.Where(one => one.EmbeddedIn == null))
            {
                string name = SafeFilename.From(item.File.OriginalFilename, item.ArtifactId + ".zip");
                var expected = new DownloadOptions { ExpectedSha256 = item.File.Sha256, ExpectedSizeBytes = item.File.SizeBytes };
                DownloadResult file = await client.DownloadAsync(item.ArtifactId, Path.Combine(folder, name), expected);
                Console.WriteLine("installed " + Path.GetFileName(file.Path) + " " + item.Role);
            }

            // Verify: a second download of a file that is there only compares its digest.
            foreach (var item in plan.Items.Where(one => one.EmbeddedIn == null))
            {
                string name = SafeFilename.From(item.File.OriginalFilename, item.ArtifactId + ".zip");
                DownloadResult file = await client.DownloadAsync(item.ArtifactId, Path.Combine(folder, name));
                Console.WriteLine((file.WasPresent ? "verified " : "repaired ") + name);
            }

            // Update: which of them has a newer file?
            var installed = plan.Items.Select(item => new InstalledFileInput { ArtifactId = item.ArtifactId }).ToList();
            var updates = await client.UpdatesAsync(new UpdateCheckInput { GameSlug = game, Items = installed });
            Console.WriteLine(updates.Count(one => one.Status == UpdateStatus.UpdateAvailable) + " updates");
        }
    }
}
