using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Modport
{
    /// <summary>
    /// Makes names for files. A name from the service, such as <c>original_filename</c>, is a text to show, and a creator
    /// chose it.
    /// </summary>
    public static class SafeFilename
    {
        /// <summary>Leaves room below the 255 bytes of most file systems for the endings of partial files.</summary>
        private const int LongestBytes = 200;

        /// <summary>A longer ending is cut like the rest of the name.</summary>
        private const int LongestEndingBytes = 20;

        private static readonly HashSet<string> Devices = new HashSet<string>(StringComparer.OrdinalIgnoreCase)
        {
            "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$",
            "COM0", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9", "COM¹", "COM²", "COM³",
            "LPT0", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9", "LPT¹", "LPT²", "LPT³",
        };

        /// <summary>
        /// A name of at most 200 bytes that is valid on every system and stays in its folder: without separators, drive
        /// letters, control and invisible characters, device names, and dots or spaces at its ends.
        /// </summary>
        /// <param name="name">The name to show; may be null.</param>
        /// <param name="substitute">The name to use if nothing is left.</param>
        public static string From(string name, string substitute = "file")
        {
            string kept = Shortened(Trimmed(Allowed(Composed(name ?? ""))));
            if (kept.Length == 0) return substitute;
            // A cut may leave the name of a device.
            return Devices.Contains(kept.Split('.')[0].TrimEnd(' ')) ? Shortened("_" + kept) : kept;
        }

        /// <summary>
        /// The form that file systems compare. A lone half of a surrogate pair has none, so it becomes a placeholder first.
        /// </summary>
        private static string Composed(string name)
        {
            var text = new StringBuilder(name.Length);
            for (int at = 0; at < name.Length; at += 1)
            {
                bool isPair = char.IsSurrogatePair(name, at);
                if (isPair) text.Append(name[at]).Append(name[++at]);
                else text.Append(char.IsSurrogate(name[at]) ? '_' : name[at]);
            }
            return text.ToString().Normalize(NormalizationForm.FormC);
        }

        private static string Allowed(string name)
        {
            var text = new StringBuilder(name.Length);
            for (int at = 0; at < name.Length; at += 1)
            {
                UnicodeCategory category = CharUnicodeInfo.GetUnicodeCategory(name, at);
                bool isInvisible = category == UnicodeCategory.Format || category == UnicodeCategory.LineSeparator
                    || category == UnicodeCategory.ParagraphSeparator;
                if (isInvisible)
                {
                    if (char.IsHighSurrogate(name[at])) at += 1;
                    continue;
                }
                text.Append(category == UnicodeCategory.Control || IsSpecial(name[at]) ? '_' : name[at]);
            }
            return text.ToString();
        }

        /// <summary>Characters with a meaning in paths, and the full-width forms that some systems map to them.</summary>
        private static bool IsSpecial(char one)
        {
            return "/\\:*?\"<>|".IndexOf(one) >= 0 || "／＼：＊？＂＜＞｜∕⁄".IndexOf(one) >= 0;
        }

        private static string Trimmed(string name)
        {
            string text = name.Trim();
            // A leading dot would hide the file, and ".." is the folder above.
            return text.TrimStart('.', ' ', '\u3000').TrimEnd('.', ' ', '\u3000', '．');
        }

        /// <summary>Cuts a trimmed name before its ending, and never inside a character.</summary>
        private static string Shortened(string name)
        {
            if (Encoding.UTF8.GetByteCount(name) <= LongestBytes) return name;
            int dot = name.LastIndexOf('.');
            string ending = dot > 0 && Encoding.UTF8.GetByteCount(name.Substring(dot)) <= LongestEndingBytes ? name.Substring(dot) : "";
            int room = LongestBytes - Encoding.UTF8.GetByteCount(ending);
            string stem = name.Substring(0, name.Length - ending.Length);
            int end = 0;
            while (end < stem.Length)
            {
                int width = char.IsSurrogatePair(stem, end) ? 2 : 1;
                room -= Encoding.UTF8.GetByteCount(stem.Substring(end, width));
                if (room < 0) break;
                end += width;
            }
            return Trimmed(stem.Substring(0, end) + ending);
        }
    }
}
