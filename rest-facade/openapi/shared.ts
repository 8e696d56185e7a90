import { LIMITS } from '../../src/registry/limits.js';
import type { Schema } from './components.js';

const text = { type: 'string' };
const keyRules =
  'One key per logical write: 1 to 255 visible ASCII characters. A repeated request does not write ' +
  'again: within 24 hours it gets the answer of the first, with its status, ETag and Location. ' +
  'With the same key another request is `idempotency_conflict`, and one that comes while the first ' +
  'still runs is `idempotency_in_progress`. A refused write leaves its key free.';
const key = { type: 'string', pattern: `^[!-~]{1,${LIMITS.idempotencyKeyCharacters}}$` };

/** The parameters that flags add to a route. */
export const SHARED_PARAMETERS: Readonly<Record<string, Schema>> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier answer; answered 304 while nothing changed.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: keyRules,
    schema: key,
  },
  OptionalIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: keyRules,
    schema: key,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The one strong `ETag` of the state that this write was made for.',
    schema: text,
  },
  UserAgent: {
    name: 'User-Agent',
    in: 'header',
    description: 'Needed with a credential: `Name/Version (+web or e-mail address)`.',
    schema: text,
  },
  ServiceClient: {
    name: 'X-Service-Client',
    in: 'header',
    description: 'The stable name of the application; needed with a personal token or key.',
    schema: text,
  },
  ServiceClientVersion: {
    name: 'X-Service-Client-Version',
    in: 'header',
    description: 'The version of the application; needed with a personal token or key.',
    schema: text,
  },
};

/** Headers of responses. */
export const SHARED_HEADERS: Readonly<Record<string, Schema>> = {
  RequestId: { description: 'Names this request in logs and to support.', schema: text },
  ETag: { description: 'The validator of what was answered.', schema: text },
  CurrentETag: {
    description: 'The validator of the current state, where there is one.',
    schema: text,
  },
  Location: { description: 'The address of what came of the request.', schema: text },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  RateLimitLimit: {
    description: 'Requests per minute of the bucket that has the least left.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'Requests that are left in that bucket.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'Seconds until that bucket is full again.',
    schema: { type: 'integer', minimum: 0 },
  },
  Challenge: {
    description:
      'The kind of credential to send; with `insufficient_scope`, the scopes that suffice.',
    schema: text,
  },
};

const header = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });

/** The headers of every response to a request that was counted (Spec 7.1). */
export const RATE_HEADERS: Readonly<Record<string, Schema>> = {
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
};
