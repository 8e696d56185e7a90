import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Gateway } from '../src/graphql/gateway.js';
import type { Log } from '../src/platform/log.js';
import { inScope } from '../src/platform/work-scope.js';
import { LIMITS } from '../src/registry/limits.js';
import { MUTATIONS_WITHOUT_CHANGES, readOnlyProblem } from '../src/registry/read-only.js';
import type { FormReader } from './form-reader.js';
import { goneSignalOf } from './gone-signal.js';
import type { RequestContext, RoutedRequest } from './routed-request.js';
import type { ShapedResponse } from './shape.js';
import type { KnownReads } from './shared/known-reads.js';
import type { SharedReads } from './shared/shared-reads.js';
import { admitCaller, authorizeCaller, openCaller } from './steps/caller.js';
import { checkAhead } from './steps/check-ahead.js';
import { claimKey, completeKey, releaseKey, replay } from './steps/idempotency.js';
import {
  type Body,
  inputsOf,
  NO_BODY,
  readBody,
  readKey,
  readPrecondition,
  readVariables,
} from './steps/input.js';
import { run } from './steps/operation.js';
import { type Result, send } from './steps/send.js';

/** The services that the steps use. */
export interface Services {
  readonly gateway: Gateway;
  readonly log: Log;
  readonly forms: FormReader;
  readonly sharedReads: SharedReads;
  readonly knownReads: KnownReads;
}

/**
 * Runs the steps of a request and sends the response. A read stops its database work when its
 * client disconnects. A write runs to its end, because its key must be completed or released.
 * Throws the refusal of a step.
 */
export function serve(
  services: Services,
  request: RoutedRequest,
  res: ServerResponse,
): Promise<void> {
  const { operation, replay: keyed } = request.route;
  const isRead = operation.kind === 'query' && keyed === null;
  const gone = isRead ? goneSignalOf(request.req) : null;
  return inScope({ lane: 'requests', gone }, async () => {
    await send(request, res, await resultOf(services, request, res));
  });
}

/**
 * The steps of every request, in this order. Cheap steps and frequent refusals come first: an
 * invalid identity uses up no limit, and a request over the limit does no further work. The body of
 * a forbidden request is not read. After a body, a credential is checked again if its last check is
 * too old.
 */
async function resultOf(
  services: Services,
  request: RoutedRequest,
  res: ServerResponse,
): Promise<Result> {
  const { gateway, forms } = services;
  const { ahead, route } = request.route;
  refuseChange(services, request);
  const ctx = await openCaller(gateway, request);
  // Set at once, because a refusal by a later step carries them too.
  setHeaders(res, await admitCaller(gateway, request, ctx));
  await authorizeCaller(gateway, request, ctx);
  if (ahead) await checkAhead(gateway, request, ctx, ahead);
  if (route.method === 'GET') return resultOfRead(services, request, res, ctx);
  const body = await readBody(forms, request, ctx.viewer.actor);
  try {
    await betweenSteps(request);
    // The client decides how long a body takes. Its credential may have ended meanwhile.
    const fresh = await gateway.refresh(ctx);
    const response = await respondOnce(services, request, fresh, body, readKey(request));
    return { kind: 'private', response };
  } finally {
    await body.file?.close();
  }
}

/**
 * Throws `service_unavailable` for a change while the service refuses changes or has room only for
 * reads, without any other work.
 */
function refuseChange({ gateway }: Services, { route }: RoutedRequest): void {
  const { kind, name } = route.operation;
  if (kind !== 'mutation' || MUTATIONS_WITHOUT_CHANGES.has(name)) return;
  if (gateway.isReadOnly) throw readOnlyProblem();
  gateway.requireRoomForChange();
}

/** Runs a GET. Requests with the same public response share one run. */
async function resultOfRead(
  { sharedReads, knownReads }: Services,
  request: RoutedRequest,
  res: ServerResponse,
  ctx: RequestContext,
): Promise<Result> {
  const variables = variablesOf(request, NO_BODY, null);
  if (request.isShared) {
    const read = knownReads.learn(request, variables);
    return { kind: 'shared', result: await sharedReads.read(read, request.req, res, () => ctx) };
  }
  return { kind: 'private', response: await run(request, request.route, ctx, variables) };
}

/**
 * Runs a request, or replays its response if its key has been used (Spec 7.1). The key is checked
 * before `If-Match` and the variables, because a successful write makes the `If-Match` of its own
 * retry stale. Without a key, or while the service refuses changes, the request runs without one.
 */
export async function respondOnce(
  services: Services,
  request: RoutedRequest,
  ctx: RequestContext,
  body: Body,
  key: string | null,
): Promise<ShapedResponse> {
  if (key === null || services.gateway.isReadOnly) return runBody(request, ctx, body, null);
  const claimed = await claimKey(services, request, ctx, body, key);
  if (claimed.kind === 'replay') return replay(services, request, claimed);
  let response: ShapedResponse;
  try {
    response = await runBody(request, claimed.ctx, body, key);
  } catch (error) {
    await releaseKey(services, request, claimed.claim, error);
    throw error;
  }
  await completeKey(services, request, claimed.claim, response);
  return response;
}

async function runBody(
  request: RoutedRequest,
  ctx: RequestContext,
  body: Body,
  key: string | null,
): Promise<ShapedResponse> {
  const variables = variablesOf(request, body, key);
  await betweenSteps(request);
  return run(request, request.route, ctx, variables);
}

/**
 * Lets other requests run between two steps of a route with long bodies. Each step goes through the
 * whole body, such as the manifest of an archive with thousands of files.
 */
async function betweenSteps({ route: { bodyLimitBytes } }: RoutedRequest): Promise<void> {
  if (bodyLimitBytes > LIMITS.bodyBytes) await nextTurn();
}

/** Reads the variables. Checks only the form of `If-Match`; the domain compares the ETag. */
function variablesOf(
  request: RoutedRequest,
  body: Body,
  key: string | null,
): Readonly<Record<string, unknown>> {
  const ifMatch = readPrecondition(request);
  return readVariables(request, inputsOf(request, body, { key, ifMatch }));
}

/** Sets headers of a response before its status is known, so that a problem has them too. */
export function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}
