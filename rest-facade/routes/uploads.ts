import { LIMITS } from '../../src/registry/limits.js';
import { accepted, created, ok, type Routes, route } from '../route.js';

const BUCKET_GIB = LIMITS.uploadBucketBytes / 1024 ** 3;
const BUCKET_HOURS = LIMITS.uploadBucketWindowSeconds / 3600;

const upload = {
  tag: 'uploads',
  access: 'required',
  scopes: ['files:upload'],
  rate: 'upload-write',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
} as const;

/** Some clients read the state of an upload next to `data`; its progress is there too. */
const session = {
  beside: { 'status.progress': 'progress' },
  headers: { 'X-Upload-Correlation-Id': 'supportCorrelationId' },
} as const;

/** For responses about an upload whose body lacks the correlation id. */
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

const ofMod = [
  'not_found',
  'gone',
  'forbidden',
  'team_role_denied',
  'resource_scope_denied',
] as const;
const ofSession = ['session_not_found', 'gone', 'resource_scope_denied'] as const;

/** Uploads directly to the object store (Spec 4.4). */
export const uploadRoutes: Routes = {
  validateUploadRequest: route({
    ...upload,
    method: 'POST',
    path: '/uploads:validate',
    summary: 'Say what would come of an upload, and reserve nothing',
    description:
      'Checks what would be sent to reserve an upload and tells every fault at once, with ' +
      'how the bytes would go. It answers 200 either way.',
    body: { names: 'camel' },
    bind: { input: 'body' },
    reply: ok(),
    errors: [...ofMod],
  }),
  createUploadSession: route({
    ...upload,
    method: 'POST',
    path: '/uploads',
    summary: 'Reserve an upload and sign where its bytes go',
    description:
      'Checks what is declared of a file and signs where its bytes go: one PUT for a small file, the ' +
      'first parts of a large one. Send the bytes there with exactly the headers given, then ' +
      'complete the session. As long as the version is not published, a file may be reserved beside ' +
      'one that is `ready`, `failed` or `quarantined`: it takes its place when it becomes `ready`. ' +
      `An account may reserve ${BUCKET_GIB} GiB within ${BUCKET_HOURS} hours: beyond that it is ` +
      '`rate_limited` with the `quota_bucket` `upload_bytes`. A repeated request signs the parts that ' +
      'are in flight again, and the first ones as far as there is room. A credential that may not is told ' +
      'why: `insufficient_scope` names the scope, `team_role_denied` and `resource_scope_denied` ' +
      'the mod.',
    idempotency: 'required',
    body: { names: 'camel' },
    bind: { input: 'body' },
    reply: created({ location: '/uploads/{upload_id}', ...session }),
    replay: { how: 'afresh', operation: 'renewUploadSession', bind: { id: 'effect' } },
    errors: [...ofMod, ...ofFile, 'session_not_found', 'session_not_uploading'],
  }),
  getUploadSession: route({
    ...upload,
    method: 'GET',
    path: '/uploads/{upload_id}',
    summary: 'Read the state of an upload',
    description:
      'Where an upload stands: what the store holds, how far its job is, and what to do ' +
      'next by `retry.strategy`. Poll it until `job.status` is final, and wait ' +
      '`retry.retryAfterSeconds` between. What went wrong is in ' +
      '`failure`: `upload_interrupted` can be resumed or aborted, `validation_failed` and ' +
      '`scan_failed` need another file and a new session.',
    rate: 'catalog-read',
    bind: { id: 'path.upload_id' },
    reply: ok(session),
    errors: [...ofSession],
  }),
  getUploadReview: route({
    ...upload,
    method: 'GET',
    path: '/uploads/{upload_id}/review',
    summary: 'Read how the review of an upload stands',
    description:
      'Whether a person has to look at an upload before it can become a file, why, and what was ' +
      'decided. `rejection_reason` and `public_note` are what the moderator tells the creator; both ' +
      'may be null. `position` is its place among all that wait, from 1; null where it does not wait.',
    rate: 'catalog-read',
    bind: { id: 'path.upload_id' },
    reply: ok(correlation),
    errors: [...ofSession],
  }),
  signUploadParts: route({
    ...upload,
    method: 'POST',
    path: '/uploads/{upload_id}/parts',
    summary: 'Sign up to four parts',
    description:
      'Signs parts of a multipart upload, new ones or again those whose answer was lost or whose ' +
      `address ran out. Of one session ${LIMITS.partConcurrency} parts may be in flight: parts that were signed and that the store ` +
      'does not confirm yet, until their addresses end. Send what was signed, then ask for the next; ' +
      'further parts are `rate_limited` with the `quota_bucket` `upload_parts` before that, and parts ' +
      'in flight may always be signed again.',
    body: { names: 'camel' },
    bind: { id: 'path.upload_id', partNumbers: 'body.partNumbers' },
    reply: ok(correlation),
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
    summary: 'End the sending of bytes and queue the scan',
    description:
      'Says that all bytes are there, and for parts which they are. The answer is 202 and ' +
      'the address to poll until the file was hashed, scanned and checked; asked again ' +
      'after that, it is 200 with the outcome. Complete also where the store answered 412: ' +
      'what it holds decides. Where it holds parts that it has joined already, none need be named.',
    idempotency: 'required',
    body: { names: 'camel', optional: true },
    bind: { id: 'path.upload_id', input: 'body' },
    reply: accepted({ when: 'job._active', location: 'job.statusEndpoint', ...session }),
    replay: { how: 'afresh', operation: 'getUploadSession', bind: { id: 'path.upload_id' } },
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
      'Ends an upload that has not become a file yet, and frees what it reserved. Asked again, it ' +
      'answers the same.',
    idempotency: 'optional',
    bind: { id: 'path.upload_id' },
    reply: ok(session),
    replay: { how: 'stored', operation: 'getUploadSession', bind: { id: 'path.upload_id' } },
    errors: [...ofSession, 'session_not_abortable'],
  }),
};
