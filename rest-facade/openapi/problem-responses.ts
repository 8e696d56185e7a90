import { type ErrorCode, errorRow } from '../../src/registry/errors.js';
import { SCOPE_PATTERN } from '../../src/registry/patterns.js';
import type { Refusals } from '../implied-errors.js';
import type { Schema } from './components.js';
import { problemExampleName } from './problem-examples.js';
import { RATE_HEADERS } from './shared.js';

/** The members of every problem document (Spec 2.10). */
export const PROBLEM_SCHEMA: Schema = {
  description: 'An error (RFC 9457). Branch on `code`, never on `detail`.',
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri', description: 'The page that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: {
      type: 'string',
      description: 'An explanation for people, in the language of Accept-Language.',
    },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string' },
    retryable: {
      type: 'boolean',
      description: 'Whether repeating the same request is safe and may succeed.',
    },
    docs_slug: { type: 'string' },
    request_id: { type: 'string' },
    trace_id: { type: 'string' },
    retry_after_seconds: { type: 'integer', minimum: 1 },
    quota_bucket: { type: 'string' },
    required_scopes: { type: 'array', items: { type: 'string', pattern: SCOPE_PATTERN } },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
        required: ['field', 'code'],
      },
    },
    download_job: { type: 'object' },
  },
  required: [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'retryable',
    'docs_slug',
    'request_id',
    'trace_id',
  ],
};

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
  const listed = { type: 'object', properties: { code: { type: 'string', enum: codes } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, listed] };
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
    content: { 'application/problem+json': { schema, examples: examplesOf(status, codes) } },
  };
}

function examplesOf(status: number, codes: readonly ErrorCode[]): Schema {
  const names = codes.map((code) => problemExampleName(code, status));
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
}
