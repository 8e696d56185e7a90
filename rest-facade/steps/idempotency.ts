import { createHash } from 'node:crypto';
import type { Claimed } from '../../src/graphql/gateway.js';
import { canonicalJson } from '../../src/platform/canonical-json.js';
import { IN_DOUBT, problem, RegisteredError } from '../../src/registry/errors.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { CompiledReplay } from '../compile-replay.js';
import { contextOf, type Exchange } from '../exchange.js';
import { headerOf } from '../headers.js';
import type { Answer } from '../shape.js';
import { rootOf } from './execute.js';

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyCharacters}}$`);

/**
 * Replays the response to a retry, or takes the key for this request (Spec 7.1). It comes before
 * the preconditions: the retry of a success carries an `If-Match` that the success itself made
 * stale.
 * Throws `idempotency_key_required`, `invalid_input`, `idempotency_conflict`,
 * `idempotency_in_progress`, `idempotency_replay_unavailable`.
 */
export async function replayIdempotent(exchange: Exchange): Promise<'answered' | undefined> {
  const { operationId } = exchange.route;
  const key = keyOf(exchange);
  if (key === null) return;
  const write = { operation: operationId, key, fingerprint: fingerprintOf(exchange) };
  const { idempotency } = exchange.services.gateway;
  const claimed = await idempotency.claim(contextOf(exchange), write);
  exchange.ctx = claimed.ctx;
  exchange.idempotencyKey = key;
  if (claimed.kind === 'run') {
    exchange.claim = claimed.claim;
    return;
  }
  exchange.answer = await replayed(exchange, claimed);
  return 'answered';
}

/**
 * The key of a request; null if the route takes none, or if it was omitted.
 * Throws `idempotency_key_required`, `invalid_input`.
 */
export function keyOf({ route: { route }, req }: Exchange): string | null {
  if (route.idempotency === 'none') return null;
  const key = headerOf(req, 'idempotency-key');
  if (key === undefined) {
    if (route.idempotency === 'required') throw problem('idempotency_key_required');
    return null;
  }
  if (KEY.test(key)) return key;
  const fields = [{ field: 'Idempotency-Key', code: 'invalid_format' as const }];
  throw problem('invalid_input', { fields });
}

/** Stores the response for a retry. */
export async function rememberReply(exchange: Exchange): Promise<void> {
  const { claim, answer, route, services } = exchange;
  if (!claim || !answer) return;
  exchange.claim = null;
  const { idempotency } = services.gateway;
  const kept = route.replay?.keeps ? answer : null;
  await unlessItFails(exchange, 'the answer to a keyed write could not be kept', () =>
    idempotency.remember(claim, kept),
  );
}

/** Frees the key of a refused write, so that a corrected request may use it. */
export async function releaseClaim(exchange: Exchange, error: unknown): Promise<void> {
  const { claim, services } = exchange;
  if (!claim || !(error instanceof RegisteredError) || IN_DOUBT.has(error.code)) return;
  exchange.claim = null;
  await unlessItFails(exchange, 'the key of a refused write could not be given back', () =>
    services.gateway.idempotency.release(claim),
  );
}

type Replay = Extract<Claimed, { kind: 'replay' }>;

async function replayed(exchange: Exchange, earlier: Replay): Promise<Answer> {
  const { operationId, replay } = exchange.route;
  if (!replay) throw new Error(`${operationId} has keys and no replay`);
  const { claim, reply, subjectId } = earlier;
  if (reply) {
    await unlessHidden(exchange, () => recovered(exchange, replay.recovery, subjectId));
    return reply;
  }
  const answer = await recovered(exchange, replay.recovery, subjectId);
  if (replay.keeps) {
    const { idempotency } = exchange.services.gateway;
    await unlessItFails(exchange, 'the answer to a replay could not be kept', () =>
      idempotency.rememberReplay(claim, answer),
    );
  }
  return answer;
}

/** The refusals of a reader who may not see a resource; other errors describe its state. */
const HIDDEN = new Set<string>(['not_found', 'forbidden', 'resource_scope_denied']);

/**
 * A retry gets a response only if its caller may still read the resource. They may have left the
 * team since, and a user's keys also belong to credentials that are limited to some mods. Other
 * changes of the resource, even its deletion, do not change the first response.
 */
async function unlessHidden(exchange: Exchange, read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (error) {
    const { viewer } = contextOf(exchange);
    const isLimited = viewer.kind === 'user' && viewer.credential.modIds !== null;
    const tells = error instanceof RegisteredError && error.status < 500;
    if (isLimited || !tells || HIDDEN.has(error.code)) throw error;
  }
}

async function recovered(
  exchange: Exchange,
  recovery: CompiledReplay['recovery'],
  subjectId: string | null,
): Promise<Answer> {
  if (recovery === 'unavailable') throw problem('idempotency_replay_unavailable');
  if (recovery === 'empty') return exchange.route.shape(null);
  const variables = recovery.variables(exchange.parameters, subjectId);
  return recovery.shape(await rootOf(recovery, variables, exchange));
}

/** The write has taken effect or was refused, and its caller must learn that; a key can wait. */
async function unlessItFails(
  { route, facts, services }: Exchange,
  complaint: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const fields = { err: error, operation: route.operationId, request_id: facts.id };
    services.log.error(fields, complaint);
  }
}

/** Two requests are equal if all inputs of the operation are. */
function fingerprintOf(exchange: Exchange): string {
  const { req, route, parameters, query, compatible, body, file } = exchange;
  const values = route.readQuery(query, compatible, { add() {}, list: [] });
  const request = {
    method: route.route.method,
    operation: route.operationId,
    parameters,
    query: Object.fromEntries(values),
    body,
    ...(file ? { file } : {}),
    ifMatch: (route.route.precondition === 'required' && headerOf(req, 'if-match')) || null,
  };
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}
