import { createHash } from 'node:crypto';
import type { Claimed, Gateway, IdempotencyClaim } from '../../src/graphql/gateway.js';
import { canonicalJson } from '../../src/platform/json.js';
import type { Log } from '../../src/platform/log.js';
import { IN_DOUBT, problem, RegisteredError } from '../../src/registry/errors.js';
import type { CompiledReplay } from '../compile-replay.js';
import { headerOf } from '../headers.js';
import type { RequestContext, RoutedRequest } from '../routed-request.js';
import type { ShapedResponse } from '../shape.js';
import type { Body } from './input.js';
import { run } from './operation.js';

/** The services that replays use. */
export interface ReplayServices {
  readonly gateway: Pick<Gateway, 'idempotency'>;
  readonly log: Log;
}

/** The claim of an earlier request whose write took effect. */
type Earlier = Extract<Claimed, { kind: 'replay' }>;

/**
 * Takes the key for this request, or finds the request that took it before (Spec 7.1).
 * Throws `idempotency_conflict`, `idempotency_in_progress`.
 */
export function claimKey(
  { gateway }: ReplayServices,
  request: RoutedRequest,
  ctx: RequestContext,
  body: Body,
  key: string,
): Promise<Claimed> {
  const fingerprint = fingerprintOf(request, body);
  return gateway.idempotency.claim(ctx, { operation: request.route.operationId, key, fingerprint });
}

/**
 * Completes the key of a write. Stores the response for retries if the replay of the route is
 * `stored` or `empty`.
 */
export async function completeKey(
  services: ReplayServices,
  request: RoutedRequest,
  claim: IdempotencyClaim,
  response: ShapedResponse,
): Promise<void> {
  const kept = request.route.replay?.storesResponse ? response : null;
  await tryOrLog(services, request, 'the response of an idempotent write could not be stored', () =>
    services.gateway.idempotency.remember(claim, kept),
  );
}

/**
 * Frees the key of a refused write, so that a corrected request may use it. The key stays claimed
 * after an error that leaves open whether the write took effect.
 */
export async function releaseKey(
  services: ReplayServices,
  request: RoutedRequest,
  claim: IdempotencyClaim,
  error: unknown,
): Promise<void> {
  if (!(error instanceof RegisteredError) || IN_DOUBT.has(error.code)) return;
  await tryOrLog(
    services,
    request,
    'the idempotency key of a refused write could not be released',
    () => services.gateway.idempotency.release(claim),
  );
}

/**
 * The stored response of an earlier request. If none is stored, the route's recovery builds it, and
 * it is stored if the route stores responses. If one is stored, the recovery only checks whether
 * the caller may still read the resource (`unlessHidden`). Throws `idempotency_replay_unavailable`,
 * and the errors of the recovery.
 */
export async function replay(
  services: ReplayServices,
  request: RoutedRequest,
  earlier: Earlier,
): Promise<ShapedResponse> {
  const { operationId, replay: compiled } = request.route;
  if (!compiled) throw new Error(`${operationId} has keys and no replay`);
  const recover = () => recovered(request, compiled, earlier);
  if (earlier.reply) {
    await unlessHidden(earlier.ctx, recover);
    return earlier.reply;
  }
  const response = await recover();
  if (compiled.storesResponse) {
    await tryOrLog(services, request, 'the response of a replay could not be stored', () =>
      services.gateway.idempotency.rememberReplay(earlier.claim, response),
    );
  }
  return response;
}

/** The refusals of a reader who may not see a resource; other errors describe its state. */
const HIDDEN = new Set<string>(['not_found', 'forbidden', 'resource_scope_denied']);

/**
 * Runs `read`, and throws its error if the caller may no longer read the resource, for example
 * after they left the team. Also throws server errors. Ignores other errors: they describe a change
 * of the resource, even its deletion. But for a credential that is limited to some mods, throws
 * every error.
 */
async function unlessHidden(
  { viewer }: RequestContext,
  read: () => Promise<unknown>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    const isLimited = viewer.kind === 'user' && viewer.credential.modIds !== null;
    const isAboutState = error instanceof RegisteredError && error.status < 500;
    if (isLimited || !isAboutState || HIDDEN.has(error.code)) throw error;
  }
}

/**
 * Runs the recovery of a route: usually an operation that reads the result of the write again.
 * Throws `idempotency_replay_unavailable` if the route has none.
 */
async function recovered(
  request: RoutedRequest,
  { recovery }: CompiledReplay,
  { ctx, subjectId }: Earlier,
): Promise<ShapedResponse> {
  if (recovery === 'unavailable') throw problem('idempotency_replay_unavailable');
  if (recovery === 'empty') return request.route.shape(null);
  const variables = recovery.variables(request.parameters, subjectId);
  return run(request, recovery, ctx, variables);
}

/**
 * Runs work on a key whose response is already known. Only logs a failure, because the client must
 * get the response nevertheless.
 */
async function tryOrLog(
  { log }: ReplayServices,
  { route, facts }: RoutedRequest,
  complaint: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, operation: route.operationId, request_id: facts.id }, complaint);
  }
}

/**
 * The hash of all inputs of the operation; a key belongs to one hash. The case of an id in the path
 * or the body makes no difference. No keyed route has an id in its query.
 */
function fingerprintOf({ req, route, parameters, query }: RoutedRequest, body: Body): string {
  const request = {
    method: route.route.method,
    operation: route.operationId,
    ...route.lowerIds({ parameters, body: body.json }),
    query: Object.fromEntries(query.values),
    ...(body.file ? { file: body.file } : {}),
    ifMatch: (route.route.precondition === 'required' && headerOf(req, 'if-match')) || null,
  };
  return createHash('sha256').update(canonicalJson(request)).digest('hex');
}
