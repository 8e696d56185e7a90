import { ok, type Routes, route } from '../route.js';

/** The members that these routes share. */
const download = {
  method: 'POST',
  tag: 'downloads',
  precondition: 'none',
  cache: 'private',
} as const;

/** Install plans and downloads (Spec 4.2). */
export const downloadRoutes: Routes = {
  resolveInstallPlan: route({
    ...download,
    path: '/install-plans:resolve',
    summary: 'Resolve an install plan',
    description:
      'Chooses one version of each selected mod and of everything that they need, in the ' +
      'order of installation. Equal requests on an equal catalog return equal plans. If no ' +
      'choice works, the response is still 200, `unsatisfiable`, and names the mods that ' +
      'conflict. `decision_reasons` has an entry for every item that is not the newest ' +
      'version that fits the request. A prerelease satisfies a range only if the range ' +
      'names a prerelease of the same version, or if `release_channel` is `beta` or ' +
      '`alpha`. If a request is refused, `detail` names the selector. A selector of a ' +
      'deleted mod, version or file returns 410. A plan takes at most two seconds. A plan ' +
      'that would take longer, or has too many candidates, returns 422 `validation_failed` ' +
      'with the field code `too_complex`. A retry does not help then; select fewer mods, or ' +
      'name exact versions.',
    rate: 'plan',
    idempotency: 'none',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: ok(),
    statements: 5,
    errors: ['not_found', 'file_not_found', 'gone', 'unsupported_version', 'validation_failed'],
  }),
  resolveDownload: route({
    ...download,
    path: '/downloads/{artifact_id}/resolve',
    summary: 'Resolve a download',
    description:
      'Starts or continues the download of a file. Returns a lasting job with signed ' +
      'addresses for GET and HEAD that expire after a few minutes. Store the ids, never an ' +
      'address, and compare the SHA-256 of the whole file before you install it. For a file ' +
      'that another service hosts (`artifact.artifact_source` is ' +
      '`external_provider_reference`), the response has `transport` with the address at ' +
      'that service instead of a job, a grant and our addresses. When that address expires, ' +
      'resolve the download again.',
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
    statements: 6,
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
    ...download,
    path: '/downloads/{artifact_id}/fallback',
    summary: 'Continue a download from the fallback store',
    description:
      'Returns signed addresses of the same bytes in another store, for a started download ' +
      'that the first store does not deliver. They work until the grant of the download ' +
      'ends. Needs the `download_session_id` of the resolve response; its ' +
      '`fallback.available` says whether such a store exists. The store has its own ETags: ' +
      'send HEAD first, use the returned ETag in `If-Match`, and continue after the last ' +
      'byte that you have. When the grant has ended, resolve the download again.',
    rate: 'download-resolve',
    idempotency: 'none',
    malformed: 'invalid_file_id',
    body: { names: 'camel' },
    bind: { artifactId: 'path.artifact_id', input: 'body' },
    reply: ok(),
    statements: 2,
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
