using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading;
using System.Threading.Tasks;
using Modport.Models;

namespace Modport
{
    /// <summary>What the generated methods need, and the operation whose body is no JSON.</summary>
    public sealed partial class ModportClient
    {
        /// <summary><c>POST /mods/{mod_id}/media</c>: adds a picture of at most 20 MiB.</summary>
        /// <param name="modId">The id of the mod.</param>
        /// <param name="metadata">What the picture is.</param>
        /// <param name="picture">The bytes of a PNG, JPEG or WebP picture.</param>
        /// <param name="contentType">Its media type.</param>
        /// <param name="options"><see cref="CallOptions.IfMatch"/> is required.</param>
        /// <param name="cancellationToken">Ends the call.</param>
        public Task<ApiResponse<ModMediaResponse>> AddModMediaAsync(
            string modId,
            AddMediaInput metadata,
            byte[] picture,
            string contentType,
            CallOptions options,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            RequireMatch(options);
            byte[] description = JsonText.Write(metadata);
            var call = new ApiCall
            {
                Method = "POST",
                Path = "/mods/" + Segment(modId) + "/media",
                Content = () => new MultipartFormDataContent
                {
                    { Part(description, "application/json"), "\"metadata\"" },
                    { Part(picture, contentType), "\"file\"", "\"picture\"" },
                },
                TakesKey = true,
                Options = options,
            };
            return transport.CallAsync<ModMediaResponse>(call, cancellationToken);
        }

        private static ByteArrayContent Part(byte[] bytes, string contentType)
        {
            var content = new ByteArrayContent(bytes);
            content.Headers.ContentType = MediaTypeHeaderValue.Parse(contentType);
            return content;
        }

        /// <summary>One segment of a path. An id that would lead to another path is refused.</summary>
        private static string Segment(string value)
        {
            if (string.IsNullOrEmpty(value) || value == "." || value == "..") throw new ArgumentException("An id is missing or malformed.");
            return Uri.EscapeDataString(value);
        }

        private static void RequireMatch(CallOptions options)
        {
            if (!Etags.IsStrong(options?.IfMatch)) throw new ArgumentException("IfMatch must be the strong ETag of the state to change.");
        }

        private static KeyValuePair<string, string> Pair(string name, string value)
        {
            return new KeyValuePair<string, string>(name, value);
        }

        private static string Number(int? value)
        {
            return value?.ToString(CultureInfo.InvariantCulture);
        }

        private static string Joined(IEnumerable<string> values)
        {
            return values == null ? null : string.Join(",", values);
        }
    }
}
