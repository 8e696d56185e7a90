import type { ErrorCode } from '../src/registry/errors.js';
import type { Route } from './route.js';

/** The codes that a route may answer with by its flags alone, in a stable order. */
export function impliedErrors(route: Route, kind: 'query' | 'mutation'): ErrorCode[] {
  const isWrite = route.method !== 'GET';
  const isKeyed = route.idempotency !== 'none';
  const takesInput = Object.keys(route.bind).length > 0;
  const rules: readonly [boolean, readonly ErrorCode[]][] = [
    [true, ['unauthorized', 'account_blocked']],
    [route.scopes.length > 0, ['insufficient_scope']],
    [kind === 'mutation', ['invalid_client_identity']],
    [takesInput || isWrite, ['invalid_input']],
    [takesInput, ['not_found']],
    [route.malformed !== undefined, [route.malformed ?? 'invalid_input']],
    [isWrite, ['invalid_json', 'request_body_too_large']],
    [isKeyed, ['idempotency_conflict', 'idempotency_in_progress']],
    [route.idempotency === 'required', ['idempotency_key_required']],
    [route.replay === 'unavailable', ['idempotency_replay_unavailable']],
    [route.precondition === 'required', ['precondition_required', 'precondition_failed']],
    [true, ['invalid_request', 'rate_limited', 'internal_error', 'service_unavailable']],
  ];
  return rules.flatMap(([applies, codes]) => (applies ? codes : []));
}
