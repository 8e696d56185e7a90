import { ok, type Routes, route } from '../route.js';

const optional = {
  method: 'POST',
  tag: 'downloads',
  access: 'optional',
  precondition: 'none',
  cache: 'private',
} as const;

/** Install plans and downloads (Spec 4.2). */
export const downloadRoutes: Routes = {
  resolveInstallPlan: route({
    ...optional,
    path: '/install-plans:resolve',
    summary: 'Resolve an install plan',
    description:
      'Chooses one version of each selected mod and of all that they need, in the order ' +
      'of installation; equal requests over an equal catalog give equal plans. Where no ' +
      'choice works out, the answer is still 200, `unsatisfiable`, and names the mods ' +
      'that cannot go together. `decision_reasons` has an entry for every item that is not the newest ' +
      'version that fits the request. A prerelease satisfies a range only if the range names a ' +
      'prerelease of the same version, or if `release_channel` is `beta` or `alpha`. `detail` of a ' +
      'refusal names the selector; one that names a deleted mod, version or file is 410. A plan takes at most two seconds: one that would take longer, or ' +
      'names more than can be considered, is 422 `validation_failed` with the field code ' +
      '`too_complex`. A retry does not help then; select fewer mods, or name versions exactly.',
    scopes: ['install_plans:resolve'],
    rate: 'plan',
    idempotency: 'none',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: ok(),
    errors: ['not_found', 'file_not_found', 'gone', 'unsupported_version', 'validation_failed'],
  }),
  resolveDownload: route({
    ...optional,
    path: '/downloads/{artifact_id}/resolve',
    summary: 'Resolve a download',
    description:
      'Begins the download of a file, or goes on with one: signed addresses of a few ' +
      'minutes for GET and HEAD, under a job that lasts. Keep the ids and never an ' +
      'address; compare the SHA-256 of the whole file before it is installed. Of a file that ' +
      'another service keeps (`artifact.artifact_source` is `external_provider_reference`) the ' +
      'answer has `transport` with the address of that service instead of a job, a grant and ' +
      'addresses of ours; ask again when it ends.',
    scopes: ['files:download'],
    rate: 'download-resolve',
    idempotency: 'optional',
    malformed: 'invalid_file_id',
    body: { names: 'snake', optional: true },
    bind: { artifactId: 'path.artifact_id', input: 'body' },
    reply: ok(),
    replay: {
      how: 'afresh',
      operation: 'resumeDownload',
      bind: { artifactId: 'path.artifact_id', jobId: 'effect' },
    },
    errors: [
      'file_not_found',
      'missing_sha256 409',
      'gone',
      'unauthorized',
      'entitlement_required',
      'resource_scope_denied',
      'download_session_not_found',
      'download_rate_limited',
      'feature_disabled',
      'reference_pending',
      'reference_stale',
      'reference_withdrawn',
      'provider_rate_limited',
      'provider_unavailable',
    ],
  }),
  resolveDownloadFallback: route({
    ...optional,
    path: '/downloads/{artifact_id}/fallback',
    summary: 'Go on with a download in the second store',
    description:
      'Where the first store does not give the bytes of a download that has begun: signed addresses of ' +
      'the same bytes in another store, until the grant of the download ends. Needs the ' +
      '`download_session_id` of the resolve answer, whose `fallback.available` says whether there ' +
      'is such a store. It has ETags of its own: send the HEAD first, take the ETag that it ' +
      'answers for `If-Match`, and go on from the last byte that you have. When the grant has ended, ' +
      'resolve the download again.',
    scopes: ['files:download'],
    rate: 'download-resolve',
    idempotency: 'none',
    malformed: 'invalid_file_id',
    body: { names: 'camel' },
    bind: { artifactId: 'path.artifact_id', input: 'body' },
    reply: ok(),
    errors: [
      'file_not_found',
      'gone',
      'unauthorized',
      'entitlement_required',
      'resource_scope_denied',
      'download_session_not_found',
      'download_session_expired',
      'fallback_not_allowed',
      'fallback_unavailable',
    ],
  }),
};
