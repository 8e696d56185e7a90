using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The sign-in with a code for a device.</summary>
    public sealed partial class SignIn
    {
        private const string DeviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

        /// <summary>
        /// Signs in with a code that the user enters on any device. Throws <see cref="SignInException"/> with
        /// <c>access_denied</c>, <c>expired_token</c>, or <c>invalid_grant</c> if the response with the tokens was lost.
        /// </summary>
        public async Task SignInWithDeviceAsync(CancellationToken cancellationToken = default(CancellationToken))
        {
            if (options.ShowCode == null) throw new InvalidOperationException("ShowCode is required.");
            var form = new Dictionary<string, string> { ["scope"] = string.Join(" ", options.Scopes) };
            JObject device = await calls.PostAsync("/oauth/device_authorization", form, cancellationToken).ConfigureAwait(false);
            string deviceCode = JsonText.StringOf(device, "device_code") ?? throw new SignInException("invalid_response", "The service gave no device code.");
            TimeSpan lifetime = TimeSpan.FromSeconds(Math.Min(3600, Math.Max(1, JsonText.NumberOf(device, "expires_in") ?? 600)));
            await options.ShowCode(CodeOf(device, lifetime), cancellationToken).ConfigureAwait(false);
            double interval = Math.Min(60, Math.Max(1, JsonText.NumberOf(device, "interval") ?? 5));
            JObject tokens = await PollAsync(deviceCode, interval, Clock.Elapsed + lifetime, cancellationToken).ConfigureAwait(false);
            // After the polls, because a failed read of the keys must not send the used code again.
            await TakeAsync(tokens, null, cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Polls until the user decides. Returns the response with the tokens.</summary>
        private async Task<JObject> PollAsync(string deviceCode, double interval, TimeSpan end, CancellationToken cancellationToken)
        {
            while (true)
            {
                await Clock.DelayAsync(TimeSpan.FromSeconds(interval), cancellationToken).ConfigureAwait(false);
                if (Clock.Elapsed >= end) throw new SignInException("expired_token", "The code of the device has expired.");
                try
                {
                    var poll = new Dictionary<string, string> { ["grant_type"] = DeviceGrant, ["device_code"] = deviceCode };
                    return await calls.PostAsync("/oauth/token", poll, cancellationToken).ConfigureAwait(false);
                }
                catch (SignInException error) when (error.Code == "authorization_pending")
                {
                    // The user has not decided yet.
                }
                catch (SignInException error) when (error.Code == "slow_down")
                {
                    interval = Math.Min(300, Math.Max(interval + 5, error.Data["retry_after_seconds"] as double? ?? 0));
                }
                catch (SignInException error) when (error.Code == "invalid_grant")
                {
                    // A code works once, so the poll after a lost response with tokens is refused.
                    throw new SignInException("invalid_grant", "The code was used or is no longer valid. Start the sign-in again.", error);
                }
                catch (ModportException error) when (IsPassing(error))
                {
                    // RFC 8628: poll less often after a failure of the connection.
                    interval = Math.Min(300, interval * 2);
                }
            }
        }

        /// <summary>Whether the connection or the service failed, so that the next poll may succeed.</summary>
        private static bool IsPassing(ModportException error)
        {
            return error is TransportException || (error.Data["status"] as int? ?? 0) >= 500;
        }

        private DeviceCode CodeOf(JObject device, TimeSpan lifetime)
        {
            string userCode = JsonText.StringOf(device, "user_code");
            Uri address = PageIn(device, "verification_uri");
            if (string.IsNullOrEmpty(userCode) || address == null) throw new SignInException("invalid_response", "The service gave no code for the user.");
            return new DeviceCode(userCode, address, PageIn(device, "verification_uri_complete"), lifetime);
        }

        /// <summary>A page of the service to show to the user. Any other address could be a trap.</summary>
        private Uri PageIn(JObject device, string name)
        {
            bool isAddress = Uri.TryCreate(JsonText.StringOf(device, name), UriKind.Absolute, out Uri address);
            return isAddress && address.GetLeftPart(UriPartial.Authority) == calls.Issuer ? address : null;
        }
    }
}
