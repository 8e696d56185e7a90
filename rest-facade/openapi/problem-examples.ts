import {
  type ErrorCode,
  type ExtensionName,
  errorRow,
  type ProblemOptions,
  problem,
} from '../../src/registry/errors.js';
import type { Refusals } from '../implied-errors.js';
import { problemDocument } from '../problem-document.js';
import type { Schema } from './components.js';

/** The address of the service in the recorded examples. */
export const EXAMPLE_URL = 'https://modport.example';

/**
 * The name of an error's example: the code alone for its usual status, or with the status, such as
 * `missing_sha256_409`.
 */
export const problemExampleName = (code: ErrorCode, status: number): string =>
  status === errorRow(code).status[0] ? code : `${code}_${status}`;

/** An example problem document for each code and status that the routes may return, by name. */
export function problemExamples(all: readonly Refusals[]): Record<string, Schema> {
  const named = all.flatMap((refusals) =>
    [...refusals].flatMap(([code, statuses]) =>
      [...statuses].map((status) => [problemExampleName(code, status), { code, status }] as const),
    ),
  );
  const entries = [...new Map(named)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, { code, status }]) => {
      return [name, { summary: errorRow(code).title, value: documentOf(code, status) }];
    }),
  );
}

/** Sample values of the extension members of a problem. */
const EXTENSIONS: Readonly<Record<ExtensionName, ProblemOptions>> = {
  retry_after_seconds: { retryAfterSeconds: 2 },
  quota_bucket: { quotaBucket: 'catalog-read' },
  required_scopes: { requiredScopes: ['mods:write'] },
  fields: { fields: [{ field: 'limit', code: 'too_large' }] },
  download_job: {
    downloadJob: {
      id: '01980000-0000-7000-8000-000000000001',
      grant_id: '01980000-0000-7000-8000-000000000002',
      progress: { bytes_received: 0, provider: 'primary' },
      etag: null,
    },
  },
};

/** The values of the codes for which a sample value would be wrong. */
const OWN: Readonly<Partial<Record<ErrorCode, ProblemOptions>>> = {
  download_rate_limited: { quotaBucket: 'download_leases' },
};

/**
 * A document with all extension members of the code. The service's own code builds it, so its
 * members are those of a real problem. All examples have the same path and ids.
 */
function documentOf(code: ErrorCode, status: number): Schema {
  const further = errorRow(code).extensions.map((name) => EXTENSIONS[name]);
  const error = problem(code, Object.assign({ status }, ...further, OWN[code]));
  return problemDocument(error, {
    publicUrl: EXAMPLE_URL,
    locale: 'en',
    instance: '/v1/mods',
    requestId: '01980000-0000-4000-8000-000000000000',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  });
}
