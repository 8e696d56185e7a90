import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import type { AccessRule } from '../src/graphql/gateway.js';
import { type ErrorCode, errorRow, isErrorCode } from '../src/registry/errors.js';
import type { DeclaredError, Route } from './route.js';
import type { BoundVariable } from './variables.js';

/** The codes that a route may return, each with its possible statuses. */
export type Refusals = ReadonlyMap<ErrorCode, ReadonlySet<number>>;

/**
 * The codes that a route may return because of its flags and its access rule, in a stable order.
 */
export function impliedErrors(
  route: Route,
  rule: AccessRule,
  kind: 'query' | 'mutation',
  variables: readonly BoundVariable[],
): DeclaredError[] {
  const isWrite = route.method !== 'GET';
  const isKeyed = route.idempotency !== 'none';
  const rules: readonly [boolean, readonly DeclaredError[]][] = [
    [true, ['unauthorized', 'account_blocked']],
    [rule.scopes.length > 0, ['insufficient_scope']],
    [kind === 'mutation', ['invalid_client_identity']],
    [isWrite || variables.some((it) => canBeInvalidInput(route, it)), ['invalid_input']],
    [isMissable(route, variables), ['not_found']],
    [route.malformed !== undefined, [route.malformed ?? 'invalid_input']],
    [isWrite, ['invalid_json', 'request_body_too_large']],
    [isKeyed, ['idempotency_conflict', 'idempotency_in_progress']],
    [route.idempotency === 'required', ['idempotency_key_required']],
    [route.replay === 'unavailable', ['idempotency_replay_unavailable']],
    [route.precondition === 'required', ['precondition_required', 'precondition_failed']],
    // Every route refuses a request that is broken as HTTP.
    [true, ['invalid_request 400']],
    [true, ['rate_limited', 'internal_error', 'service_unavailable']],
  ];
  return rules.flatMap(([applies, codes]) => (applies ? codes : []));
}

/** Whether a value can be `invalid_input`: an id in the path may have its own code for that. */
function canBeInvalidInput(
  { malformed = 'invalid_input' }: Route,
  { source }: BoundVariable,
): boolean {
  return malformed === 'invalid_input' || !source.startsWith('path.');
}

/**
 * Whether a request can name a resource that does not exist: by its path, or by an id in its body.
 * False for a route with its own `…_not_found` code; it declares `not_found` itself if both occur.
 * A query filter without matches returns an empty list.
 */
function isMissable(route: Route, variables: readonly BoundVariable[]): boolean {
  if (route.errors.some((code) => code.endsWith('_not_found'))) return false;
  return variables.some(({ source, type }) => {
    if (source.startsWith('path.')) return true;
    return source.startsWith('body') && hasId(type, new Set());
  });
}

function hasId(type: GraphQLInputType, above: ReadonlySet<unknown>): boolean {
  const named = getNamedType(type);
  if (named.name === 'ID') return true;
  if (!isInputObjectType(named) || above.has(named)) return false;
  const below = new Set([...above, named]);
  return Object.values(named.getFields()).some((field) => hasId(field.type, below));
}

/**
 * The statuses of declared codes. A code alone means all of its statuses.
 * Throws if the code does not exist, or never has the named status.
 */
export function refusalsOf(declared: readonly DeclaredError[]): Refusals {
  const refusals = new Map<ErrorCode, Set<number>>();
  for (const one of declared) {
    const [code = '', status] = one.split(' ');
    if (!isErrorCode(code)) throw new Error(`there is no code "${code}"`);
    const own: readonly number[] = errorRow(code).status;
    const meant = status === undefined ? own : [Number(status)];
    const stray = meant.find((number) => !own.includes(number));
    if (stray !== undefined) throw new Error(`${code} does not occur with status ${stray}`);
    refusals.set(code, new Set([...(refusals.get(code) ?? []), ...meant]));
  }
  return refusals;
}
