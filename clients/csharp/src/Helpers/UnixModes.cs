using System;
using System.IO;
using System.Runtime.InteropServices;

namespace Modport
{
    /// <summary>
    /// Restricts files to their owner. On Windows the files inherit the access list of the user's profile, which other users
    /// cannot read.
    /// </summary>
    internal static class UnixModes
    {
        private const int OwnerFile = 0x180; // 0600
        private const int OwnerFolder = 0x1C0; // 0700

        internal static bool IsUnix => Path.DirectorySeparatorChar == '/';

        internal static void ProtectFile(string path)
        {
            Change(path, OwnerFile);
        }

        /// <summary>Creates a folder that only its owner may enter.</summary>
        internal static void CreateFolder(string path)
        {
            if (Directory.Exists(path)) return;
            Directory.CreateDirectory(path);
            Change(path, OwnerFolder);
        }

        private static void Change(string path, int mode)
        {
            if (!IsUnix) return;
            if (ChangeMode(path, mode) != 0) throw new IOException("The access to " + path + " cannot be restricted.");
        }

        [DllImport("libc", EntryPoint = "chmod", SetLastError = true)]
        private static extern int ChangeMode([MarshalAs(UnmanagedType.LPStr)] string path, int mode);
    }
}
