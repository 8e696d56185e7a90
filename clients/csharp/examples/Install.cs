using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;
using Modport;
using Modport.Models;
using Newtonsoft.Json;

/// <summary>
/// A small mod manager: <c>Install.exe https://mods.example/v1 game folder term term term</c>. It searches mods, installs the
/// first result of each term with what it needs, verifies the folder and updates it. Run it again at any time: it continues
/// where it stopped.
/// </summary>
internal static class Install
{
    private static int Main(string[] arguments)
    {
        try
        {
            RunAsync(arguments[0], arguments[1], arguments[2], arguments.Skip(3)).GetAwaiter().GetResult();
            return 0;
        }
        catch (ModportException error)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }

    private static async Task RunAsync(string address, string game, string folder, IEnumerable<string> terms)
    {
        var options = new ModportClientOptions
        {
            BaseAddress = new Uri(address),
            Identity = new ClientIdentity("install-example", "1.0", "https://github.com/example/install"),
        };
        using (var client = new ModportClient(options))
        {
            var ids = new List<string>();
            foreach (string term in terms) ids.Add(await SearchAsync(client, game, term));
            if (ids.Count > 0) await InstallAsync(client, folder, new InstallPlanInput { GameSlug = game, ModIds = ids.Distinct().ToList() });
            await VerifyAsync(client, folder);
            await UpdateAsync(client, folder, game);
            Console.WriteLine("everything is verified and current");
        }
    }

    /// <summary>The id of the first mod that a search finds.</summary>
    private static async Task<string> SearchAsync(ModportClient client, string game, string term)
    {
        var found = await client.SearchCatalogAsync(term, gameSlug: game);
        FoundMod first = found.Body.Data.FirstOrDefault() ?? throw new ModportException("No mod is found for " + term + ".");
        Console.WriteLine("found " + first.Slug);
        return first.Id;
    }

    /// <summary>Installs what a plan lists, dependencies first. A newer file of a mod replaces its former one.</summary>
    private static async Task InstallAsync(ModportClient client, string folder, InstallPlanInput request)
    {
        InstallPlan plan = await client.PlanAsync(request);
        foreach (PlanItem item in plan.Downloads)
        {
            var next = new Installed { ModId = item.ModId, Slug = item.Slug, ArtifactId = item.ArtifactId, Sha256 = item.File.Sha256, File = item.File.OriginalFilename };
            bool isNew = !(await FetchAsync(client, folder, next)).WasPresent;
            List<Installed> list = Installed.Read(folder);
            Installed former = list.FirstOrDefault(one => one.ModId == next.ModId);
            list.Remove(former);
            list.Add(next);
            Installed.Write(folder, list);
            if (former != null && former.PathIn(folder) != next.PathIn(folder)) File.Delete(former.PathIn(folder));
            if (isNew) Console.WriteLine("installed " + item.Slug + " " + item.Version);
        }
    }

    /// <summary>Fetches what is missing or damaged.</summary>
    private static async Task VerifyAsync(ModportClient client, string folder)
    {
        foreach (Installed one in Installed.Read(folder))
        {
            bool isRight = one.IsRightIn(folder);
            if (!isRight) await FetchAsync(client, folder, one);
            Console.WriteLine((isRight ? "verified " : "repaired ") + one.Slug);
        }
    }

    /// <summary>Installs the newer files that fit.</summary>
    private static async Task UpdateAsync(ModportClient client, string folder, string game)
    {
        List<Installed> list = Installed.Read(folder);
        var asked = list.Select(one => new InstalledFileInput { ArtifactId = one.ArtifactId }).ToList();
        var states = await client.UpdatesAsync(new UpdateCheckInput { GameSlug = game, Items = asked });
        List<string> stale = list.Where((_, at) => states[at].Status == UpdateStatus.UpdateAvailable).Select(one => one.ModId).ToList();
        if (stale.Count > 0) await InstallAsync(client, folder, new InstallPlanInput { GameSlug = game, ModIds = stale });
    }

    private static Task<DownloadResult> FetchAsync(ModportClient client, string folder, Installed file)
    {
        string path = file.PathIn(folder);
        Directory.CreateDirectory(Path.GetDirectoryName(path));
        return client.DownloadAsync(file.ArtifactId, path, new DownloadOptions { ExpectedSha256 = file.Sha256 });
    }
}

/// <summary>One installed file, as <c>installed.json</c> in the folder lists it.</summary>
internal sealed class Installed
{
    public string ModId { get; set; }

    public string Slug { get; set; }

    public string ArtifactId { get; set; }

    public string Sha256 { get; set; }

    public string File { get; set; }

    /// <summary>The list may have been edited: its names must not lead out of the folder.</summary>
    internal string PathIn(string folder)
    {
        return Path.Combine(folder, SafeFilename.From(Slug), SafeFilename.From(File));
    }

    internal bool IsRightIn(string folder)
    {
        if (!System.IO.File.Exists(PathIn(folder))) return false;
        using (SHA256 digest = SHA256.Create())
        using (FileStream stream = System.IO.File.OpenRead(PathIn(folder)))
        {
            return BitConverter.ToString(digest.ComputeHash(stream)).Replace("-", "").ToLowerInvariant() == Sha256;
        }
    }

    internal static List<Installed> Read(string folder)
    {
        string path = ListIn(folder);
        return System.IO.File.Exists(path) ? JsonConvert.DeserializeObject<List<Installed>>(System.IO.File.ReadAllText(path)) : new List<Installed>();
    }

    /// <summary>A crash leaves the former list or this one.</summary>
    internal static void Write(string folder, List<Installed> list)
    {
        string draft = ListIn(folder) + ".new";
        System.IO.File.WriteAllText(draft, JsonConvert.SerializeObject(list, Formatting.Indented));
        if (System.IO.File.Exists(ListIn(folder))) System.IO.File.Replace(draft, ListIn(folder), null);
        else System.IO.File.Move(draft, ListIn(folder));
    }

    private static string ListIn(string folder)
    {
        return Path.Combine(folder, "installed.json");
    }
}
