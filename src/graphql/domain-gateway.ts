import type { GraphQLSchema } from 'graphql';
import { createCredentialGuard } from '../auth/credential-guard.js';
import { viewerOf } from '../auth/viewer.js';
import type { Platform } from '../platform/platform.js';
import { LIMITS, type QuotaBucket } from '../registry/limits.js';
import { admit, type Cost, quotaHeaders } from '../request/admit.js';
import { authorize } from '../request/authorize.js';
import { createContext, type RequestContext, type RequestFacts } from '../request/context.js';
import { createIdempotencyStore } from '../request/idempotency.js';
import { noteRefusal } from '../request/note-refusal.js';
import { toRegistered } from './errors.js';
import { compileOperations } from './execute.js';
import type { Gateway } from './gateway.js';

/** The events of a gateway, for metrics. */
export interface GatewayEvents {
  /** A request was rejected because a bucket of this class was empty. */
  readonly onLimited?: (bucket: QuotaBucket) => void;
}

/** Creates the gateway to the domain. Every failure is a registered error. */
export function createGateway(
  platform: Platform,
  schema: GraphQLSchema,
  { onLimited }: GatewayEvents = {},
): Gateway {
  const { log } = platform;
  const guard = createCredentialGuard(platform);
  const { claim, isKnown, remember, rememberReplay, release } = createIdempotencyStore(platform);

  function registered<A extends unknown[], R>(work: (...args: A) => Promise<R>) {
    return async (...args: A): Promise<R> => {
      try {
        return await work(...args);
      } catch (error) {
        const known = toRegistered(error, log);
        const bucket = known.code === 'rate_limited' ? known.extensions.quota_bucket : undefined;
        if (bucket !== undefined) onLimited?.(bucket);
        throw known;
      }
    };
  }

  const openedAt = new WeakMap<RequestContext, number>();
  const nowMs = () => platform.clock.now().getTime();
  async function open(request: RequestFacts): Promise<RequestContext> {
    const begunAt = nowMs();
    const ctx = createContext(platform, request, await viewerOf(platform, guard, request));
    openedAt.set(ctx, begunAt);
    return ctx;
  }

  return {
    schema,
    compile: (source) => compileOperations(schema, source, log),
    open: registered(open),
    refresh: registered(async (ctx: RequestContext) => {
      const ageMs = nowMs() - (openedAt.get(ctx) ?? 0);
      const isFresh = ageMs <= LIMITS.credentialFreshSeconds * 1000;
      return isFresh || ctx.viewer.kind === 'anonymous' ? ctx : open(ctx.request);
    }),
    admit: registered(async (ctx: RequestContext, cost: Cost) =>
      quotaHeaders(await admit(ctx, cost)),
    ),
    async authorize(ctx, rule, write) {
      try {
        authorize(ctx, rule);
      } catch (error) {
        if (write) await noteRefusal(ctx, write, error);
        throw error;
      }
    },
    noteRefusal,
    idempotency: {
      isKnown: registered(isKnown),
      claim: registered(claim),
      remember: registered(remember),
      rememberReplay: registered(rememberReplay),
      release: registered(release),
    },
  };
}
