using System;
using System.Diagnostics;
using System.IO;

namespace Modport.Tests
{
    /// <summary>Programs beside the tests.</summary>
    internal static class Programs
    {
        private static readonly string Folder = Environment.GetEnvironmentVariable("MODPORT_TEST_PROGRAMS");

        internal static string Quoted(string name)
        {
            return Path.Combine(Folder, name);
        }

        /// <summary>Starts a program with variables: names and values in turn.</summary>
        internal static Process Start(string name, string arguments, params string[] variables)
        {
            bool isOurs = name.EndsWith(".exe", StringComparison.Ordinal);
            var start = new ProcessStartInfo(isOurs ? "mono" : name, isOurs ? Quoted(name) + " " + arguments : arguments)
            {
                UseShellExecute = false,
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            };
            for (int at = 0; at < variables.Length; at += 2) start.EnvironmentVariables[variables[at]] = variables[at + 1];
            return Process.Start(start);
        }
    }
}
