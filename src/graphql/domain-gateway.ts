import type { GraphQLSchema } from 'graphql';
import { createCredentialGuard, viewerOf } from '../auth/credential-guard.js';
import type { Log } from '../platform/log.js';
import type { Platform } from '../platform/platform.js';
import { LIMITS, type QuotaBucket } from '../registry/limits.js';
import { admit, admitAnonymous } from '../request/admit.js';
import { authorize } from '../request/authorize.js';
import { requireRoomForChange } from '../request/availability.js';
import { createContext, type RequestContext, type RequestFacts } from '../request/context.js';
import { createIdempotencyStore } from '../request/idempotency.js';
import { type RefusedWrite, recordRefusal } from '../request/record-refusal.js';
import { compileOperations } from './compile-operations.js';
import { toRegistered } from './errors.js';
import { operationFactsOf } from './field-facts.js';
import type { Gateway } from './gateway.js';

/** The events of a gateway, for metrics. */
export interface GatewayEvents {
  /**
   * The gateway rejected a request because a bucket of this class was empty. It does not report
   * limits that resolvers check.
   */
  readonly onLimited?: (bucket: QuotaBucket) => void;
}

/** Creates the gateway to the domain. Its functions throw only registered errors for a request. */
export function createGateway(
  platform: Platform,
  schema: GraphQLSchema,
  events: GatewayEvents = {},
): Gateway {
  const { log } = platform;
  const fail = failing(log, events);
  const registered = registering(fail);
  const contexts = openContexts(platform);
  const noted = recording(schema);

  return {
    schema,
    compile: (source) => compileOperations(schema, source),
    open: registered(contexts.open),
    refresh: registered(contexts.refresh),
    admit: registered(admit),
    admitAnonymous: anonymousAdmission(platform, fail),
    async authorize(ctx, rule, write) {
      try {
        authorize(ctx, rule);
      } catch (error) {
        if (write) await noted(ctx, write, error);
        throw error;
      }
    },
    noteRefusal: noted,
    hasLimits: platform.limiter !== null,
    isReadOnly: platform.config.readOnly,
    requireRoomForChange: () => requireRoomForChange(platform.db),
    idempotency: idempotencyOf(platform, registered),
  };
}

/** Counts anonymous requests. Returns a promise only if the limiter needs one. */
function anonymousAdmission(platform: Platform, fail: Fail): Gateway['admitAnonymous'] {
  return (address, cost) => {
    try {
      const quota = admitAnonymous(platform, address, cost);
      return quota instanceof Promise ? quota.catch(fail) : quota;
    } catch (error) {
      return fail(error);
    }
  };
}

/** The claims and records of idempotency keys. */
function idempotencyOf(
  platform: Platform,
  registered: ReturnType<typeof registering>,
): Gateway['idempotency'] {
  const { claim, isKnown, remember, rememberReplay, release } = createIdempotencyStore(platform);
  return {
    isKnown: registered(isKnown),
    claim: registered(claim),
    remember: registered(remember),
    rememberReplay: registered(rememberReplay),
    release: registered(release),
  };
}

/** Records a refused write with the target that its mutation states. */
function recording(schema: GraphQLSchema) {
  return async (ctx: RequestContext, write: RefusedWrite, error: unknown): Promise<void> => {
    const field = schema.getMutationType()?.getFields()[write.operation];
    await recordRefusal(ctx, write, field ? operationFactsOf(field) : null, error);
  };
}

type Fail = (error: unknown) => never;

/** Creates the function that throws any error as a registered one, and reports hit rate limits. */
function failing(log: Log, { onLimited }: GatewayEvents): Fail {
  return (error) => {
    const known = toRegistered(error, log);
    const bucket = known.code === 'rate_limited' ? known.extensions.quota_bucket : undefined;
    if (bucket !== undefined) onLimited?.(bucket);
    throw known;
  };
}

/** Wraps functions so that they throw only registered errors. */
function registering(fail: Fail) {
  return <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args);
      } catch (error) {
        return fail(error);
      }
    };
}

/** Opens the contexts of requests, and opens one again if its credential was checked long ago. */
function openContexts(platform: Platform) {
  const guard = createCredentialGuard(platform);

  async function open(request: RequestFacts): Promise<RequestContext> {
    const now = platform.clock.now();
    return createContext(platform, request, await viewerOf(platform, guard, request), now);
  }

  async function refresh(ctx: RequestContext): Promise<RequestContext> {
    const ageMs = platform.clock.now().getTime() - (ctx.verifiedAt?.getTime() ?? 0);
    const isFresh = ageMs <= LIMITS.credentialFreshSeconds * 1000;
    return isFresh || ctx.viewer.kind === 'anonymous' ? ctx : open(ctx.request);
  }

  return { open, refresh };
}
