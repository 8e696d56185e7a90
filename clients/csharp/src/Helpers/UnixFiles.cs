using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Modport
{
    /// <summary>
    /// What netstandard2.0 has no method for: modes, links and durable names. On Windows the files inherit the access list of the
    /// user's profile, which other users cannot read.
    /// </summary>
    internal static class UnixFiles
    {
        private const int OwnerFile = 0x180; // 0600
        private const int OwnerFolder = 0x1C0; // 0700
        private const int ForReading = 0;

        internal static bool IsUnix => Path.DirectorySeparatorChar == '/';

        /// <summary>Lets only the owner read a file. False if the file is missing or belongs to another user.</summary>
        internal static bool TryProtectFile(string path)
        {
            return !IsUnix || ChangeMode(path, OwnerFile) == 0;
        }

        /// <summary>Whether a name is a symbolic link, also one that leads nowhere.</summary>
        internal static bool IsLink(string path)
        {
            return IsUnix && ReadLink(path, new byte[1], 1) >= 0;
        }

        /// <summary>Creates an empty file that other users cannot open, not even before its mode is set.</summary>
        internal static void CreatePrivateFile(string path)
        {
            byte[] name = Encoding.UTF8.GetBytes(path + ".XXXXXX\0");
            int handle = MakeTemporary(name);
            if (handle < 0) throw new IOException("The file " + path + " cannot be created.");
            Close(handle);
            File.Move(Encoding.UTF8.GetString(name, 0, name.Length - 1), path);
        }

        /// <summary>Creates a folder that only its owner may enter.</summary>
        internal static void CreateFolder(string path)
        {
            if (Directory.Exists(path)) return;
            Directory.CreateDirectory(path);
            if (IsUnix && ChangeMode(path, OwnerFolder) != 0) throw new IOException("The access to " + path + " cannot be restricted.");
        }

        /// <summary>Makes the names in a folder survive a power failure. Some file systems cannot, which is no error.</summary>
        internal static void SyncFolder(string path)
        {
            if (!IsUnix) return;
            int handle = Open(path, ForReading);
            if (handle < 0) return;
            Sync(handle);
            Close(handle);
        }

        [DllImport("libc", EntryPoint = "chmod")]
        private static extern int ChangeMode([MarshalAs(UnmanagedType.LPStr)] string path, int mode);

        // 32-bit systems read the lower half of the size.
        [DllImport("libc", EntryPoint = "readlink")]
        private static extern int ReadLink([MarshalAs(UnmanagedType.LPStr)] string path, [Out] byte[] target, long size);

        [DllImport("libc", EntryPoint = "mkstemp")]
        private static extern int MakeTemporary([In, Out] byte[] name);

        [DllImport("libc", EntryPoint = "open")]
        private static extern int Open([MarshalAs(UnmanagedType.LPStr)] string path, int flags);

        [DllImport("libc", EntryPoint = "fsync")]
        private static extern int Sync(int handle);

        [DllImport("libc", EntryPoint = "close")]
        private static extern int Close(int handle);
    }
}
