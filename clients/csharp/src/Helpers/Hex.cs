using System.Text;

namespace Modport
{
    /// <summary>Lower-case hexadecimal digits.</summary>
    internal static class Hex
    {
        internal static string Of(byte[] bytes)
        {
            const string digits = "0123456789abcdef";
            var text = new StringBuilder(bytes.Length * 2);
            foreach (byte one in bytes) text.Append(digits[one >> 4]).Append(digits[one & 15]);
            return text.ToString();
        }

        /// <summary>Whether a text is a SHA-256 in lower-case hex.</summary>
        internal static bool IsSha256(string text)
        {
            if (text == null || text.Length != 64) return false;
            foreach (char one in text)
            {
                bool isDigit = one >= '0' && one <= '9' || one >= 'a' && one <= 'f';
                if (!isDigit) return false;
            }
            return true;
        }
    }
}
