using System;
using Newtonsoft.Json.Linq;

namespace Modport
{
    /// <summary>The address of a file for a few minutes, checked (contract 2.5 and 2.6). It is never stored.</summary>
    internal sealed class DownloadTicket
    {
        /// <summary>The largest archive of the contract is 20 GiB; the rest is room for later limits.</summary>
        private const long LargestFile = 1L << 40;

        private DownloadTicket()
        {
        }

        internal Uri Address { get; private set; }

        /// <summary>The address for HEAD, or null.</summary>
        internal Uri HeadAddress { get; private set; }

        internal bool IsExternal { get; private set; }

        internal string Provider { get; private set; }

        /// <summary>The ETag that the bytes at this address have; null if a HEAD has to ask for it.</summary>
        internal string ETag { get; set; }

        internal bool NeedsHead { get; set; }

        internal bool RangeSupported { get; private set; }

        internal bool HasFallback { get; private set; }

        internal long SizeBytes { get; private set; }

        internal string Sha256 { get; private set; }

        internal string ArtifactId { get; private set; }

        internal string JobId { get; private set; }

        internal string GrantId { get; private set; }

        internal string SessionId { get; private set; }

        /// <summary>When to ask for a new address, by <see cref="IClock.Elapsed"/>.</summary>
        internal TimeSpan RefreshAt { get; private set; }

        /// <summary>The ticket in the <c>data</c> of a resolve. Throws <see cref="IntegrityException"/> for a malformed one.</summary>
        internal static DownloadTicket OfResolve(JToken data, ModportClientOptions options)
        {
            var ticket = new DownloadTicket();
            ticket.ReadFile(data);
            ticket.ArtifactId = JsonText.StringOf(data["artifact"], "id");
            JToken transport = data["transport"] is JObject ? data["transport"] : null;
            ticket.IsExternal = transport != null;
            JToken capabilities = data["capabilities"];
            ticket.RangeSupported = JsonText.BooleanOf(capabilities, "range_supported") ?? false;
            if (transport != null)
            {
                ticket.Provider = JsonText.StringOf(transport, "provider");
                ticket.Address = SafeAddress(JsonText.StringOf(transport, "url"), options, "transport.url");
                ticket.RefreshAt = RefreshTime(JsonText.IntegerOf(transport, "ttl_seconds") * 4 / 5, options);
                return ticket;
            }
            ticket.ReadRepresentation(data, "primary_url", options);
            ticket.RangeSupported &= JsonText.BooleanOf(data["resume"], "range_supported") ?? true;
            ticket.HasFallback = JsonText.BooleanOf(data["fallback"], "available") ?? false;
            ticket.JobId = JsonText.StringOf(data["download_job"], "id");
            ticket.GrantId = JsonText.StringOf(data["download_job"], "grant_id");
            ticket.SessionId = JsonText.StringOf(data, "download_session_id");
            return ticket;
        }

        /// <summary>The ticket of a fallback: the same file at another store.</summary>
        internal DownloadTicket OfFallback(JToken data, ModportClientOptions options)
        {
            var other = new DownloadTicket
            {
                ArtifactId = ArtifactId,
                JobId = JobId,
                GrantId = GrantId,
                SessionId = SessionId,
                SizeBytes = SizeBytes,
                Sha256 = Sha256,
                RangeSupported = RangeSupported,
            };
            other.ReadRepresentation(data, "fallback_url", options);
            return other;
        }

        private void ReadFile(JToken data)
        {
            SizeBytes = JsonText.IntegerOf(data, "size_bytes") ?? -1;
            Sha256 = JsonText.StringOf(data?["hashes"], "sha256") ?? JsonText.StringOf(data, "sha256");
            if (SizeBytes < 0 || SizeBytes > LargestFile) throw new IntegrityException("The service declares no valid size of the file.");
            if (!Hex.IsSha256(Sha256)) throw new IntegrityException("The service declares no valid SHA-256 of the file.");
        }

        private void ReadRepresentation(JToken data, string member, ModportClientOptions options)
        {
            JToken representation = data["representation"];
            Address = SafeAddress(JsonText.StringOf(data, member), options, member);
            string head = JsonText.StringOf(data, "head_url");
            HeadAddress = head == null ? null : SafeAddress(head, options, "head_url");
            Provider = JsonText.StringOf(representation, "provider");
            // The ETag of another store means nothing at this one.
            bool isInScope = Provider != null && Provider == JsonText.StringOf(representation, "etag_scope");
            string etag = isInScope ? JsonText.StringOf(representation, "if_match") : null;
            ETag = Etags.IsStrong(etag) ? etag : null;
            NeedsHead = JsonText.BooleanOf(data, "requires_head_before_range") ?? false;
            RefreshAt = RefreshTime(JsonText.IntegerOf(data, "refresh_after_seconds"), options);
        }

        /// <summary>Counts from now, because the clock of this machine may differ from that of the service.</summary>
        private static TimeSpan RefreshTime(long? seconds, ModportClientOptions options)
        {
            const long shortest = 1;
            const long longest = 24 * 60 * 60;
            const long usual = 240;
            return options.Clock.Elapsed + TimeSpan.FromSeconds(Math.Min(longest, Math.Max(shortest, seconds ?? usual)));
        }

        /// <summary>An address for bytes: https, or http if the service itself is reached so.</summary>
        internal static Uri SafeAddress(string text, ModportClientOptions options, string member)
        {
            if (text != null && Uri.TryCreate(text, UriKind.Absolute, out Uri address) && address.UserInfo.Length == 0)
            {
                if (address.Scheme == "https") return address;
                if (address.Scheme == "http" && options.BaseAddress.Scheme == "http") return address;
            }
            throw new IntegrityException("The service sent no address that is safe to use in " + member + ".");
        }
    }

    /// <summary>Validators of representations.</summary>
    internal static class Etags
    {
        /// <summary>Whether a text is one strong ETag, the only form that may guard a range.</summary>
        internal static bool IsStrong(string text)
        {
            if (text == null || text.Length < 2 || text.Length > 512 || text[0] != '"' || text[text.Length - 1] != '"') return false;
            for (int at = 1; at < text.Length - 1; at += 1)
            {
                if (text[at] <= ' ' || text[at] > '~' || text[at] == '"') return false;
            }
            return true;
        }
    }
}
