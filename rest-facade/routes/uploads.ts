import { LIMITS } from '../../src/registry/limits.js';
import { accepted, created, ok, type Routes, route } from '../route.js';
import { modRefusals } from './mod-routes.js';

const BUCKET_GIB = LIMITS.uploadBucketBytes / 1024 ** 3;
const BUCKET_HOURS = LIMITS.uploadBucketWindowSeconds / 3600;

const upload = {
  tag: 'uploads',
  rate: 'upload-write',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
} as const;

/** Some clients read the progress of an upload at `status.progress`, next to `data`. */
const session = {
  beside: { 'status.progress': 'progress' },
  headers: { 'X-Upload-Correlation-Id': 'supportCorrelationId' },
} as const;

/** Sends the correlation id of an upload as a header, for responses without it in the body. */
const correlation = { headers: { 'X-Upload-Correlation-Id': '_supportCorrelationId' } } as const;

/** The refusals of a declared file, before a byte is sent. */
const ofFile = [
  'invalid_metadata',
  'invalid_size',
  'archive_too_large',
  'unsupported_archive_extension',
  'archive_mime_mismatch',
  'missing_sha256 400',
  'invalid_sha256',
  'invalid_state',
] as const;

const ofSession = ['session_not_found', 'gone', 'resource_scope_denied'] as const;

/** Uploads directly to the object store (Spec 4.4). */
export const uploadRoutes: Routes = {
  validateUploadRequest: route({
    ...upload,
    method: 'POST',
    path: '/uploads:validate',
    summary: 'Check an upload request',
    description:
      'Checks the request of an upload without reserving anything. Returns all errors at ' +
      'once and the way in which the bytes would be sent. The status is 200 in both cases.',
    body: { names: 'camel' },
    bind: { input: 'body' },
    reply: ok(),
    statements: 3,
    errors: [...modRefusals],
  }),
  createUploadSession: route({
    ...upload,
    method: 'POST',
    path: '/uploads',
    summary: 'Reserve an upload',
    description:
      'Checks the declared file and signs the upload addresses: one PUT for a small file, ' +
      'the first parts of a large one. Send the bytes there with exactly the given headers, ' +
      'then complete the session. While the version is unpublished, you can reserve a file ' +
      'beside one that is `ready`, `failed` or `quarantined`; the new file replaces it when ' +
      `it becomes \`ready\`. An account can reserve ${BUCKET_GIB} GiB within ${BUCKET_HOURS} ` +
      'hours. Beyond that, the response is `rate_limited` with the `quota_bucket` ' +
      '`upload_bytes`. A repeated request signs the parts in flight again, and first parts ' +
      'if there is room. If the credential is not allowed, the error names the reason: ' +
      '`insufficient_scope` the scope, `team_role_denied` and `resource_scope_denied` the ' +
      'mod.',
    idempotency: 'required',
    body: { names: 'camel' },
    bind: { input: 'body' },
    reply: created({ location: '/uploads/{upload_id}', ...session }),
    replay: { how: 'afresh', operation: 'renewUploadSession', bind: { id: 'effect' } },
    statements: 5,
    errors: [...modRefusals, ...ofFile, 'session_not_found', 'session_not_uploading'],
  }),
  getUploadSession: route({
    ...upload,
    method: 'GET',
    path: '/uploads/{upload_id}',
    summary: 'Read the state of an upload',
    description:
      'Returns what the store has, the progress of the job, and the next step in ' +
      '`retry.strategy`. Poll until `job.status` is final, and wait ' +
      '`retry.retryAfterSeconds` between requests. `failure` explains a failed upload: ' +
      '`upload_interrupted` can be resumed or aborted; `validation_failed` and ' +
      '`scan_failed` need another file and a new session, unless `retry.strategy` is ' +
      '`wait_for_review`.',
    rate: 'catalog-read',
    bind: { id: 'path.upload_id' },
    reply: ok(session),
    statements: 4,
    errors: [...ofSession],
  }),
  getUploadReview: route({
    ...upload,
    method: 'GET',
    path: '/uploads/{upload_id}/review',
    summary: 'Read the review of an upload',
    description:
      'Returns whether a moderator has to review an upload before it can become a file, ' +
      "why, and the decision. `rejection_reason` and `public_note` are the moderator's " +
      'message to the creator; both may be null. `position` is the position in the queue, ' +
      'from 1; null if the upload does not wait.',
    rate: 'catalog-read',
    bind: { id: 'path.upload_id' },
    reply: ok(correlation),
    statements: 3,
    errors: [...ofSession],
  }),
  signUploadParts: route({
    ...upload,
    method: 'POST',
    path: '/uploads/{upload_id}/parts',
    summary: 'Sign up to four parts',
    description:
      'Signs parts of a multipart upload: new ones, or parts whose response was lost or ' +
      `whose address expired. A session can have ${LIMITS.partConcurrency} parts in flight: ` +
      'signed parts that the store has not confirmed, until their addresses expire. Send ' +
      'the signed parts, then request the next ones. More parts return `rate_limited` with ' +
      'the `quota_bucket` `upload_parts`. Parts in flight can always be signed again.',
    body: { names: 'camel' },
    bind: { id: 'path.upload_id', partNumbers: 'body.partNumbers' },
    reply: ok(correlation),
    statements: 13,
    errors: [
      ...ofSession,
      'session_not_multipart',
      'session_not_uploading',
      'session_expired',
      'invalid_part_numbers',
    ],
  }),
  completeUploadSession: route({
    ...upload,
    method: 'POST',
    path: '/uploads/{upload_id}/complete',
    summary: 'Complete an upload and queue its scan',
    description:
      'Ends the transfer. For a multipart upload, name all parts. The response is 202 with ' +
      'the address to poll until the file is hashed, scanned and checked. A later repeat ' +
      'returns 200 with the result. Complete the session even if the store returned 412: ' +
      'the stored bytes decide. If the store has already joined the parts, you need not ' +
      'name any.',
    idempotency: 'required',
    body: { names: 'camel', optional: true },
    bind: { id: 'path.upload_id', input: 'body' },
    reply: accepted({ when: 'job._active', location: 'job.statusEndpoint', ...session }),
    replay: { how: 'afresh', operation: 'getUploadSession', bind: { id: 'path.upload_id' } },
    statements: 14,
    errors: [
      ...ofSession,
      'session_not_uploading',
      'session_not_uploaded',
      'session_expired',
      'invalid_parts',
      'part_size_mismatch',
      'part_checksum_mismatch',
      'size_mismatch',
      'invalid_staging_object',
      'invalid_state',
    ],
  }),
  abortUploadSession: route({
    ...upload,
    method: 'POST',
    path: '/uploads/{upload_id}/abort',
    summary: 'Cancel an upload',
    description:
      'Cancels an upload that is not a file yet, and frees its reservation. A repeated ' +
      'request returns the same response.',
    idempotency: 'optional',
    bind: { id: 'path.upload_id' },
    reply: ok(session),
    replay: { how: 'stored', operation: 'getUploadSession', bind: { id: 'path.upload_id' } },
    statements: 9,
    errors: [...ofSession, 'session_not_abortable'],
  }),
};
