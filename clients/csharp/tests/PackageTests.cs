using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using NUnit.Framework;

namespace Modport.Tests
{
    /// <summary>The metadata of the package and the level of its API.</summary>
    [TestFixture]
    public sealed class PackageTests : ServiceTest
    {
        private static readonly string Project = Environment.GetEnvironmentVariable("MODPORT_TEST_PROJECT");

        [Test]
        public void The_package_and_the_project_have_the_version_of_the_library()
        {
            string version = typeof(ModportClient).GetTypeInfo().Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>().InformationalVersion;
            XElement metadata = XDocument.Load(Path.Combine(Project, "Modport.Client.nuspec")).Root.Elements().First();

            Assert.AreEqual("Modport.Client", Member(metadata, "id"));
            Assert.AreEqual(version, Member(metadata, "version"));
            Assert.IsTrue(File.Exists(Path.Combine(Project, Member(metadata, "readme"))));
            Assert.AreEqual(version, XDocument.Load(Path.Combine(Project, "Modport.Client.csproj")).Descendants("Version").Single().Value);
            StringAssert.Contains("## " + version, File.ReadAllText(Path.Combine(Project, "CHANGELOG.md")));
        }

        /// <summary>An assembly that was compiled against a newer version does not load with the declared one.</summary>
        [Test]
        public void The_package_depends_on_the_version_that_the_project_compiles_against()
        {
            XElement reference = XDocument.Load(Path.Combine(Project, "Modport.Client.csproj")).Descendants("PackageReference").Single();
            List<XElement> groups = XDocument.Load(Path.Combine(Project, "Modport.Client.nuspec")).Descendants()
                .Where(one => one.Name.LocalName == "dependency").ToList();
            Assert.AreEqual(2, groups.Count);
            foreach (XElement dependency in groups)
            {
                Assert.AreEqual((string)reference.Attribute("Include"), (string)dependency.Attribute("id"));
                Assert.AreEqual((string)reference.Attribute("Version"), (string)dependency.Attribute("version"));
            }
        }

        private static string Member(XElement metadata, string name)
        {
            return metadata.Elements().First(one => one.Name.LocalName == name).Value;
        }

        [Test]
        public void The_library_uses_only_types_of_netstandard2_0()
        {
            var known = new HashSet<string>(Lines("--exported /usr/lib/mono/4.7.2-api/Facades/netstandard.dll")
                .Select(line => Regex.Match(line, @"^\d+: (\S+) is in").Groups[1].Value));
            Assert.Greater(known.Count, 2000);
            var used = Lines("--typeref " + Programs.Quoted("Modport.Client.dll"))
                .Select(line => Regex.Match(line, @"^\d+: \[([^\]]+)\](\S+)"))
                .Where(match => match.Success && match.Groups[1].Value != "Newtonsoft.Json")
                .Select(match => match.Groups[2].Value.Split('/')[0]).Distinct().ToList();
            Assert.Greater(used.Count, 50);
            CollectionAssert.IsEmpty(used.Where(type => !known.Contains(type)).ToArray());
        }

        /// <summary>The list has the members with which the library compiled against netstandard2.0; see netstandard.mjs.</summary>
        [Test]
        public void The_library_uses_only_members_of_netstandard2_0()
        {
            var known = new HashSet<string>(File.ReadAllLines(Path.Combine(Project, "tests/netstandard2.0-members.txt")));
            string text = string.Join("\n", Lines("--memberref " + Programs.Quoted("Modport.Client.dll")));
            List<string> used = Regex.Matches(text, "Resolved: (.*)\n\tSignature: (.*)").Cast<Match>()
                .Select(match => WithoutArguments(Bare(match.Groups[1].Value)) + " " + Bare(match.Groups[2].Value).Trim())
                .Where(line => line.StartsWith("System.", StringComparison.Ordinal)).Distinct().ToList();
            Assert.Greater(used.Count, 300);
            CollectionAssert.IsEmpty(used.Where(member => !known.Contains(member)).ToArray());
        }

        private static string Bare(string text)
        {
            return Regex.Replace(Regex.Replace(text, @"\[[A-Za-z.]+\]", ""), "^(class|valuetype) ", "");
        }

        /// <summary><c>List`1&lt;string&gt;.Add</c> is a member of <c>List`1</c>.</summary>
        private static string WithoutArguments(string text)
        {
            int depth = 0;
            return new string(text.Where(sign =>
            {
                if (sign == '<') depth += 1;
                if (sign == '>') depth -= 1;
                return depth == 0 && sign != '>';
            }).ToArray());
        }

        private static string[] Lines(string arguments)
        {
            using (Process process = Programs.Start("monodis", arguments)) return process.StandardOutput.ReadToEnd().Split('\n');
        }
    }
}
