import { createHash } from 'node:crypto';
import type { IdempotencyClaim, RememberedReply } from '../../src/graphql/gateway.js';
import { problem, RegisteredError } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import { canonicalJson } from '../canonical-json.js';
import { contextOf, type Exchange } from '../exchange.js';
import { headerOf } from '../headers.js';
import type { Answer } from '../shape.js';
import { rootOf } from './execute.js';

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyCharacters}}$`);

/**
 * Answers a repeated keyed write with its first answer, or takes the key for this one (Spec 7.1).
 * It stands before the preconditions: the retry of a success carries an `If-Match` that the
 * success itself made stale.
 * Throws `idempotency_key_required`, `invalid_input`, `idempotency_conflict`,
 * `idempotency_in_progress`, `idempotency_replay_unavailable`.
 */
export async function replayIdempotent(exchange: Exchange): Promise<'answered' | undefined> {
  const { route, operationId } = exchange.route;
  if (route.idempotency === 'none') return;
  const key = headerOf(exchange.req, 'idempotency-key');
  if (key === undefined) {
    if (route.idempotency === 'required') throw problem('idempotency_key_required');
    return;
  }
  if (!KEY.test(key)) {
    const fields = [{ field: 'Idempotency-Key', code: 'invalid_format' as const }];
    throw problem('invalid_input', { fields });
  }
  const claim = { operation: operationId, key, fingerprint: fingerprintOf(exchange) };
  const { idempotency } = exchange.services.gateway;
  const remembered = await idempotency.claim(contextOf(exchange), claim);
  exchange.idempotencyKey = key;
  if (!remembered) {
    exchange.claim = claim;
    return;
  }
  exchange.answer = await replayed(exchange, remembered);
  return 'answered';
}

/** Keeps the answer for whoever repeats the request. */
export async function rememberReply(exchange: Exchange): Promise<void> {
  const { claim, answer, services } = exchange;
  if (!claim || !answer) return;
  exchange.claim = null;
  const { status, headers } = answer;
  const reply = { status, headers, body: keptOf(exchange, claim) };
  try {
    await services.gateway.idempotency.remember(contextOf(exchange), claim, reply);
  } catch (error) {
    // The write took effect, and its caller shall know; the key stays taken until it lapses.
    const fields = { err: error, operation: claim.operation, request_id: exchange.facts.id };
    services.log.error(fields, 'the answer to a keyed write could not be kept');
  }
}

// After these it is not certain that nothing happened: the key stays taken until it lapses.
const IN_DOUBT = new Set<string>(['internal_error', 'server_error', 'service_unavailable']);

/** Gives the key of a write back that ended without an effect, so that it can be sent again. */
export async function releaseClaim(exchange: Exchange, error: unknown): Promise<void> {
  const { claim, services } = exchange;
  if (!claim || !(error instanceof RegisteredError) || IN_DOUBT.has(error.code)) return;
  exchange.claim = null;
  try {
    await services.gateway.idempotency.release(contextOf(exchange), claim);
  } catch (failure) {
    const fields = { err: failure, operation: claim.operation, request_id: exchange.facts.id };
    services.log.error(fields, 'the key of a refused write could not be given back');
  }
}

/** What is kept of an answer: never a secret, nor a signed address that will have run out. */
function keptOf({ route, root, answer }: Exchange, claim: IdempotencyClaim): unknown {
  if (route.replay === 'unavailable') return null;
  return route.replay ? route.replay.keep(root, claim.key) : (answer?.body ?? null);
}

async function replayed(exchange: Exchange, remembered: RememberedReply): Promise<Answer> {
  const { replay } = exchange.route;
  if (replay === 'unavailable') throw problem('idempotency_replay_unavailable');
  if (!replay) {
    const { status, headers, body } = remembered;
    return { status, headers, body: body ?? undefined };
  }
  return replay.shape(await rootOf(replay, recordOf(remembered.body), exchange));
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Two requests are the same where all that the operation reads of them is. */
function fingerprintOf({ req, route, parameters, query, compatible, body }: Exchange): string {
  const values = route.readQuery(query, compatible, { add() {}, list: [] });
  const request = {
    method: route.route.method,
    operation: route.operationId,
    parameters,
    query: Object.fromEntries(values),
    body,
    ifMatch: (route.route.precondition === 'required' && headerOf(req, 'if-match')) || null,
  };
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}
