import type { Platform } from '../platform/platform.js';
import type { AGENT_AUDIENCE } from '../registry/agent-tools.js';
import { LoaderCache } from './loader-cache.js';
import type { IdempotencyClaim } from './mark-effect.js';
import type { Revalidation } from './validator.js';
import type { Viewer } from './viewer.js';

/** What is known of a request before anybody is authenticated. */
export interface RequestFacts {
  /** The `X-Request-Id` of the answer. */
  readonly id: string;
  /** 32 hex digits, the W3C trace id. */
  readonly traceId: string;
  readonly method: string;
  /** The path without its query, safe to log. */
  readonly path: string;
  /** The client address as seen through the trusted proxies. */
  readonly address: string;
  readonly authorization: string | undefined;
  /** What the cookie of a browser session holds, on the faces that take one: pages and GraphQL. */
  readonly sessionToken?: string | null;
  /** An audience whose own tokens are taken at this address, beside those that are taken everywhere. */
  readonly audience?: typeof AGENT_AUDIENCE | undefined;
  readonly locale: 'en' | 'ru' | 'de';
}

/** What every operation receives: the parts, who asks, and this request's loaders. */
export interface RequestContext {
  readonly platform: Platform;
  readonly request: RequestFacts;
  readonly viewer: Viewer;
  readonly loaders: LoaderCache;
  /** The idempotency key that this request's write holds; its transactions leave a mark there. */
  readonly claim: IdempotencyClaim | null;
  /** Whether an earlier write is answered again, whose scopes then suffice to read its answer. */
  readonly isReplay: boolean;
  /** Asked where the caller may hold the answer already; see `unlessUnchanged`. */
  readonly revalidation: Revalidation | null;
}

/** Makes the context of one operation; loaders never outlive it. */
export function createContext(
  platform: Platform,
  request: RequestFacts,
  viewer: Viewer,
): RequestContext {
  const loaders = new LoaderCache();
  return { platform, request, viewer, loaders, claim: null, isReplay: false, revalidation: null };
}

/** The context of an operator's command; by its name the audit log knows it. */
export function createOperatorContext(platform: Platform, command: string): RequestContext {
  const viewer = { kind: 'anonymous', actor: 'operator', isOperator: true } as const;
  return createSystemContext(platform, command, viewer);
}

/** The context of work that no request causes: jobs, sweeps and operator commands. */
export function createSystemContext(
  platform: Platform,
  name: string,
  viewer: Viewer = { kind: 'anonymous', actor: 'system' },
): RequestContext {
  const request: RequestFacts = {
    id: name,
    traceId: '0'.repeat(32),
    method: 'INTERNAL',
    path: name,
    address: '127.0.0.1',
    authorization: undefined,
    locale: 'en',
  };
  return createContext(platform, request, viewer);
}
