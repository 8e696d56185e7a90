import { ERRORS, type ErrorCode, errorRow, isErrorCode } from '../src/registry/errors.js';
import type { Json } from './actors.js';

/** A status and a code of the registry: `409 archive_empty`. */
export type Pair = `${number} ${ErrorCode}`;

/**
 * Where a client can see a code, apart from the problem documents of operations:
 * - `problem`: a problem document of an address that is no operation, such as `/oauth/token`
 * - `graphql`: an error of a GraphQL response
 * - `failure`: the `failure` of a resource. It has no status, so it counts for the code's first.
 * - `field`: the fault of a field in a problem document
 */
export type Place = 'problem' | 'graphql' | 'failure' | 'field';

/** One pair that a client saw at one place: `failure 409 archive_empty`. */
export type Occurrence = `${Place} ${Pair}`;

/** Every status and code of the registry. */
export const PAIRS: readonly Pair[] = Object.keys(ERRORS)
  .filter(isErrorCode)
  .flatMap((code) => errorRow(code).status.map((status) => `${status} ${code}` as const));

/** The codes in the JSON body of a response, with their statuses and places. */
export function occurrencesIn(body: Json, status: number, isOperation: boolean): [Place, Pair][] {
  const isProblem = status >= 400 && body?.status === status;
  return [
    ...(isProblem && !isOperation ? at('problem', status, body.code) : []),
    ...(isProblem ? listOf(body.fields).flatMap(({ code }) => at('field', status, code)) : []),
    ...listOf(body?.errors).flatMap(({ extensions }) =>
      at('graphql', extensions?.status, extensions?.code),
    ),
    ...at('failure', null, body?.data?.failure?.code),
  ];
}

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);

/** A pair at a place; none if the code is not registered. */
function at(place: Place, status: number | null, code: unknown): [Place, Pair][] {
  if (typeof code !== 'string' || !isErrorCode(code)) return [];
  return [[place, `${status ?? errorRow(code).status[0]} ${code}`]];
}
