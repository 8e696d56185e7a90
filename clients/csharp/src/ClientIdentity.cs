using System;
using System.Text.RegularExpressions;

namespace Modport
{
    /// <summary>The application that calls the service (contract 5.5). The service refuses writes without it.</summary>
    public sealed class ClientIdentity
    {
        private static readonly Regex NamePattern = new Regex(@"\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}\z");
        private static readonly Regex ContactPattern = new Regex(@"\A(https?://)?[!-'*-~]{3,256}\z");

        /// <summary>
        /// Names the application. Throws <see cref="ArgumentException"/> for a text that does not fit into a header.
        /// </summary>
        /// <param name="name">A stable name: letters, digits, dots, hyphens and underscores.</param>
        /// <param name="version">The version of the application, in the same characters.</param>
        /// <param name="contact">The web or e-mail address of its developers.</param>
        public ClientIdentity(string name, string version, string contact)
        {
            if (name == null || !NamePattern.IsMatch(name)) throw new ArgumentException("The name may have only letters, digits, dots, hyphens and underscores.", nameof(name));
            if (version == null || !NamePattern.IsMatch(version)) throw new ArgumentException("The version may have only letters, digits, dots, hyphens and underscores.", nameof(version));
            if (contact == null || !ContactPattern.IsMatch(contact)) throw new ArgumentException("The contact must be a URL or an e-mail address.", nameof(contact));
            Name = name;
            Version = version;
            UserAgent = name + "/" + version + " (+" + contact + ")";
        }

        /// <summary>The name of the application.</summary>
        public string Name { get; }

        /// <summary>The version of the application.</summary>
        public string Version { get; }

        /// <summary>The header <c>User-Agent</c>.</summary>
        public string UserAgent { get; }
    }
}
