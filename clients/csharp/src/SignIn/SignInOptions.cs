using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Modport
{
    /// <summary>An application of the service, and how it reaches the user.</summary>
    public sealed class SignInOptions
    {
        /// <summary>
        /// The address of the sign-in: the issuer, without a path. The origin of the API by default.
        /// </summary>
        public Uri AuthAddress { get; set; }

        /// <summary>The id of the application. It is public.</summary>
        public string ClientId { get; set; }

        /// <summary>The scopes to ask for. <c>openid</c> adds a verified statement about who signed in.</summary>
        public IReadOnlyList<string> Scopes { get; set; } = new[] { "mods:read", "files:download" };

        /// <summary>The path of the redirect address on this machine that is registered for the application.</summary>
        public string RedirectPath { get; set; } = "/callback";

        /// <summary>The longest wait for the user in a browser.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromMinutes(5);

        /// <summary>The languages of the pages by preference, such as <c>de en</c>; null for those of the browser.</summary>
        public string UiLocales { get; set; }

        /// <summary>Opens an address in the browser of the user. The default asks the operating system.</summary>
        public Func<Uri, CancellationToken, Task> OpenBrowser { get; set; } = OpenDefaultBrowser;

        /// <summary>Shows the user the code of a device and where to enter it. Required for the device flow.</summary>
        public Func<DeviceCode, CancellationToken, Task> ShowCode { get; set; }

        /// <summary>Where the tokens are stored, or null to keep them in memory.</summary>
        public TokenFile File { get; set; }

        private static Task OpenDefaultBrowser(Uri address, CancellationToken cancellationToken)
        {
            // An address only, never a text that a shell could read as a command.
            Process.Start(new ProcessStartInfo(address.AbsoluteUri) { UseShellExecute = true })?.Dispose();
            return Task.FromResult(true);
        }
    }

    /// <summary>What a user needs to approve a device.</summary>
    public sealed class DeviceCode
    {
        internal DeviceCode(string userCode, Uri address, Uri completeAddress, TimeSpan lifetime)
        {
            UserCode = userCode;
            Address = address;
            CompleteAddress = completeAddress;
            Lifetime = lifetime;
        }

        /// <summary>The code to enter.</summary>
        public string UserCode { get; }

        /// <summary>Where to enter it.</summary>
        public Uri Address { get; }

        /// <summary>The same with the code in it, for a QR code; or null.</summary>
        public Uri CompleteAddress { get; }

        /// <summary>How long the code works.</summary>
        public TimeSpan Lifetime { get; }
    }
}
