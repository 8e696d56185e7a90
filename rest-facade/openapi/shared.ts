import { LIMITS } from '../../src/registry/limits.js';
import type { Schema } from './components.js';

const text = { type: 'string' };
const keyRules =
  'One key per logical write: 1 to 255 visible ASCII characters. A repeated request does not write ' +
  `again. Within ${LIMITS.idempotencyLifetimeSeconds / 3600} hours it gets the first response, ` +
  'with its status, ETag and Location. ' +
  'A different request with the same key returns `idempotency_conflict`. A repeat while the first ' +
  'request is running returns `idempotency_in_progress`. A refused write does not use up its key.';
const key = { type: 'string', pattern: `^[!-~]{1,${LIMITS.idempotencyKeyCharacters}}$` };

/** The header parameters that many routes share, by their name in the document. */
export const SHARED_PARAMETERS: Readonly<Record<string, Schema>> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response. The response is 304 if nothing has changed.',
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
    description: 'The strong `ETag` of the state that this write is based on. Exactly one.',
    schema: text,
  },
  UserAgent: {
    name: 'User-Agent',
    in: 'header',
    description: 'Required with a credential: `Name/Version (+web or e-mail address)`.',
    schema: text,
  },
  ServiceClient: {
    name: 'X-Service-Client',
    in: 'header',
    description: 'The stable name of the application. Required with a personal token or key.',
    schema: text,
  },
  ServiceClientVersion: {
    name: 'X-Service-Client-Version',
    in: 'header',
    description: 'The version of the application. Required with a personal token or key.',
    schema: text,
  },
};

/** The headers of responses that many routes share, by their name in the document. */
export const SHARED_HEADERS: Readonly<Record<string, Schema>> = {
  RequestId: { description: 'The id of this request in logs and for support.', schema: text },
  ETag: { description: 'The ETag of the response.', schema: text },
  CurrentETag: {
    description: 'The ETag of the current state, if there is one.',
    schema: text,
  },
  Location: { description: 'The address of the created or changed resource.', schema: text },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  RateLimitLimit: {
    description: 'The limit of requests per minute in the bucket with the fewest requests left.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'The requests left in that bucket.',
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

/** The quota headers of a response to a request that the rate limits counted (Spec 7.1). */
export const RATE_HEADERS: Readonly<Record<string, Schema>> = {
  'RateLimit-Limit': header('RateLimitLimit'),
  'RateLimit-Remaining': header('RateLimitRemaining'),
  'RateLimit-Reset': header('RateLimitReset'),
};
