using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Modport.Models;

namespace Modport
{
    /// <summary>The mods of a request do not go together.</summary>
    public sealed class PlanException : ModportException
    {
        internal PlanException(InstallPlan plan)
            : base(string.Join(" ", plan.Conflicts?.Select(one => one.Explanation) ?? new[] { "There is no plan." }))
        {
            Plan = plan;
        }

        /// <summary>The plan without items. Its conflicts name a smallest set of mods that exclude each other.</summary>
        public InstallPlan Plan { get; }

        /// <summary>The conflicts of the plan.</summary>
        public IReadOnlyList<PlanConflict> Conflicts => Plan.Conflicts;
    }

    public sealed partial class ModportClient
    {
        /// <summary>Files that the service checks in one request.</summary>
        private const int UpdatesPerCall = 1000;

        /// <summary>
        /// Plans an installation (contract 2.7). Its items are in the order of installation; one with <c>EmbeddedIn</c> needs no
        /// download.
        /// </summary>
        /// <exception cref="PlanException">No combination of versions fits.</exception>
        public async Task<InstallPlan> PlanAsync(InstallPlanInput request, CancellationToken cancellationToken = default(CancellationToken))
        {
            var response = await ResolveInstallPlanAsync(request, cancellationToken: cancellationToken).ConfigureAwait(false);
            InstallPlan plan = response.Body.Data;
            if (plan.Status == PlanStatus.Unsatisfiable) throw new PlanException(plan);
            return plan;
        }

        /// <summary>
        /// Says for each installed file which newer one fits, in the order of <paramref name="request"/>, whose list may be of any
        /// length.
        /// </summary>
        public async Task<IReadOnlyList<UpdateItem>> UpdatesAsync(UpdateCheckInput request, CancellationToken cancellationToken = default(CancellationToken))
        {
            if (request?.Items == null) throw new ArgumentException("The request has no files.", nameof(request));
            var found = new List<UpdateItem>();
            for (int at = 0; at < request.Items.Count; at += UpdatesPerCall)
            {
                var part = new UpdateCheckInput
                {
                    GameSlug = request.GameSlug,
                    GameVersion = request.GameVersion,
                    Items = request.Items.Skip(at).Take(UpdatesPerCall).ToList(),
                    Loader = request.Loader,
                    Platform = request.Platform,
                    ReleaseChannel = request.ReleaseChannel,
                };
                var response = await CheckUpdatesAsync(part, cancellationToken: cancellationToken).ConfigureAwait(false);
                if (response.Body.Data?.Items?.Count != part.Items.Count) throw new IntegrityException("The service lost a file of the request.");
                found.AddRange(response.Body.Data.Items);
            }
            return found;
        }

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
    }
}
