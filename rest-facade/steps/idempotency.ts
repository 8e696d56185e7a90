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
 * Answers a repeated keyed write, or takes the key for this one (Spec 7.1).
 * It stands before the preconditions: the retry of a success carries an `If-Match` that the
 * success itself made stale.
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
 * The key of a request; null where the route takes none, or where it was left out.
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

/** Keeps the answer for whoever repeats the request. */
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

/** Gives the key of a write back that was refused, so that a better one may use it. */
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

/** What a reader is refused with who may not know of something; others say what became of it. */
const HIDDEN = new Set<string>(['not_found', 'forbidden', 'resource_scope_denied']);

/**
 * Whoever repeats a write has to be able to read where it stands what it answered: they may have
 * left the team since, and the keys of a user are also those of a credential that is limited to
 * some mods. What was deleted, or has become of it otherwise, changes nothing of a first answer.
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

/** The write took effect or was refused by now, and its caller shall know; a key can wait. */
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

/** Two requests are the same where all that the operation reads of them is. */
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
