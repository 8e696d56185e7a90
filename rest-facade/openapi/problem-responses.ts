import { type ErrorCode, errorRow } from '../../src/registry/errors.js';
import { SCOPE_PATTERN } from '../../src/registry/patterns.js';
import type { Refusals } from '../implied-errors.js';
import { type Components, objectOf, type Schema } from './components.js';
import { problemExampleName } from './problem-examples.js';
import { RATE_HEADERS } from './shared.js';

const FIELD_SCHEMA: Schema = {
  description: 'The fault of one member or parameter.',
  type: 'object',
  properties: {
    field: { type: 'string', description: 'The name of the member or parameter, as sent.' },
    code: { type: 'string', description: 'A stable code of the fault. Expect unknown codes.' },
    detail: { type: 'string', description: 'An explanation for people.' },
  },
  required: ['field', 'code'],
  additionalProperties: true,
};

const PROGRESS_SCHEMA: Schema = {
  description: 'How far the download is, as the client has reported it.',
  ...objectOf({
    bytes_received: {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      description: 'The highest number of bytes that the client has reported as received.',
    },
    provider: { type: 'string', description: 'The store or provider of the bytes.' },
  }),
};

/** The download that a retry continues (Spec 4.2). */
const jobSchema = (components: Components): Schema => ({
  description: 'The download to continue with the next request.',
  ...objectOf({
    id: {
      type: 'string',
      format: 'uuid',
      description: 'The id of the job. Send it with the next resolve.',
    },
    grant_id: {
      type: 'string',
      format: 'uuid',
      description: 'The id of the grant that counts this download.',
    },
    progress: components.ref(
      'ProblemDownloadProgress',
      'the progress of a problem',
      () => PROGRESS_SCHEMA,
    ),
    etag: {
      type: ['string', 'null'],
      description: 'The ETag of the bytes. Null if the service has none.',
    },
  }),
});

/** The members that every problem document has (Spec 2.10). */
const REQUIRED: Readonly<Record<string, Schema>> = {
  type: { type: 'string', format: 'uri', description: 'The page that explains the code.' },
  title: { type: 'string', description: 'A short text about the code, for people.' },
  status: { type: 'integer', description: 'The HTTP status of the response.' },
  detail: {
    type: 'string',
    description: 'An explanation for people, in the language of Accept-Language.',
  },
  instance: { type: 'string', description: 'The path of the request.' },
  code: {
    type: 'string',
    description:
      'The stable code of the error. Expect unknown codes. `x-error-codes` of a response ' +
      'lists the codes that it may have.',
  },
  retryable: {
    type: 'boolean',
    description: 'Whether repeating the same request is safe and may succeed.',
  },
  docs_slug: {
    type: 'string',
    description: '`errors.` and the code: a key for texts about the code, not an address.',
  },
  request_id: { type: 'string', description: 'The id of the request, as in `X-Request-Id`.' },
  trace_id: { type: 'string', description: 'The W3C trace id of the request.' },
};

/**
 * The schema of a problem document. There is one for all responses, which list their codes in
 * `x-error-codes`: a schema of each list would become a type of each response.
 */
const problemSchema = (components: Components): Schema => ({
  description: 'An error (RFC 9457). Branch on `code`, never on `detail`.',
  type: 'object',
  properties: {
    ...REQUIRED,
    retry_after_seconds: {
      type: 'integer',
      minimum: 1,
      description: 'The seconds to wait before a retry, as in `Retry-After`.',
    },
    quota_bucket: { type: 'string', description: 'The class of the quota that is used up.' },
    required_scopes: {
      type: 'array',
      items: { type: 'string', pattern: SCOPE_PATTERN },
      description: 'The fewest scopes with which the credential could do this.',
    },
    fields: {
      type: 'array',
      items: components.ref('ProblemField', 'a faulty field', () => FIELD_SCHEMA),
      description: 'The faulty members and parameters of the request.',
    },
    download_job: components.ref('ProblemDownloadJob', 'the job of a problem', () =>
      jobSchema(components),
    ),
  },
  required: Object.keys(REQUIRED),
  additionalProperties: true,
});

/** A reference to the schema of all problem documents, which it defines at first use. */
export const problemRef = (components: Components): Schema =>
  components.ref('Problem', 'problem document', () => problemSchema(components));

/** The problem responses of an operation, one per status, each listing its codes. */
export function problemResponses(refusals: Refusals): Record<string, Schema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const [code, of] of [...refusals].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const status of of) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, of]) => [String(status), responseOf(status, of)]),
  );
}

function responseOf(status: number, codes: readonly ErrorCode[]): Schema {
  const waits = codes.some((code) => errorRow(code).extensions.includes('retry_after_seconds'));
  const isChallenged = status === 401 || codes.includes('insufficient_scope');
  const schema = { $ref: '#/components/schemas/Problem' };
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    description: codes.map((code) => `\`${code}\`: ${errorRow(code).title}.`).join(' '),
    headers: {
      'X-Request-Id': header('RequestId'),
      ...RATE_HEADERS,
      ...(waits ? { 'Retry-After': header('RetryAfter') } : {}),
      ...(isChallenged ? { 'WWW-Authenticate': header('Challenge') } : {}),
      ...(status === 412 ? { ETag: header('CurrentETag') } : {}),
    },
    'x-error-codes': codes,
    content: { 'application/problem+json': { schema, examples: examplesOf(status, codes) } },
  };
}

function examplesOf(status: number, codes: readonly ErrorCode[]): Schema {
  const names = codes.map((code) => problemExampleName(code, status));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
}
