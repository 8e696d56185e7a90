import DataLoader from 'dataloader';
import type { RequestSource } from '../platform/http/request-source.js';
import type { Platform } from '../platform/platform.js';
import type { AGENT_AUDIENCE } from '../registry/agent-tools.js';
import type { IdempotencyClaim } from './mark-effect.js';
import type { Revalidation } from './validator.js';
import type { Viewer } from './viewer.js';

/**
 * Loads many keys with a constant number of statements. Returns values in the order of the keys.
 */
type Batch<K, V> = (keys: readonly K[]) => Promise<readonly (V | Error)[]>;

/** The loaders of one request, created on first use. */
export class LoaderCache {
  readonly #loaders = new Map<object, unknown>();

  /** Returns the request's loader for this definition. */
  get<K, V>(definition: object, batch: Batch<K, V>): DataLoader<K, V> {
    const known = this.#loaders.get(definition);
    // The key is the definition itself, so the stored loader has its types.
    if (known) return known as DataLoader<K, V>;
    const made = new DataLoader<K, V>(batch);
    this.#loaders.set(definition, made);
    return made;
  }
}

/** The facts about a request before authentication. */
export interface RequestFacts {
  /** The `X-Request-Id` of the response. */
  readonly id: string;
  /** The W3C trace id, 32 hex digits. */
  readonly traceId: string;
  readonly method: string;
  /** The path without its query; safe to log. */
  readonly path: string;
  /** The client address according to the trusted proxies. */
  readonly address: string;
  readonly authorization: string | undefined;
  /** The value of the session cookie, on pages and GraphQL only; null without one. */
  readonly sessionToken?: string | null;
  /** The audience whose own tokens this endpoint accepts in addition to general tokens. */
  readonly audience?: typeof AGENT_AUDIENCE | undefined;
  readonly locale: 'en' | 'ru' | 'de';
  /** The referring site and the region of the request, for statistics. */
  readonly source?: RequestSource;
}

/** The open response of a subscription. */
export interface LiveStream {
  /** Aborted when the stream ends, for any reason. */
  readonly ended: AbortSignal;
  /** Ends the stream, so that its client connects again. */
  end(): void;
  /**
   * Verifies the credential of the stream again and runs a check with the new context. Throws the
   * errors of both.
   */
  verified(check: (ctx: RequestContext) => Promise<unknown> | unknown): Promise<void>;
}

/** The input of every operation: the platform, the viewer and this request's loaders. */
export interface RequestContext {
  readonly platform: Platform;
  readonly request: RequestFacts;
  readonly viewer: Viewer;
  /**
   * When the verification of the request's credential began; null for a context without a request.
   */
  readonly verifiedAt: Date | null;
  readonly loaders: LoaderCache;
  /** The idempotency key of this write; null without one. Its transactions mark the key. */
  readonly claim: IdempotencyClaim | null;
  /**
   * True for a replay of an earlier write. Its queries only read the result of that write, so they
   * need no scope of their own.
   */
  readonly isReplay: boolean;
  /** Set if the caller may already have the response; see `unlessUnchanged`. */
  readonly revalidation: Revalidation | null;
  /** The stream of a subscription; null for all other operations. */
  readonly live: LiveStream | null;
}

/** Creates the context of one operation. Loaders live as long as the context. */
export function createContext(
  platform: Platform,
  request: RequestFacts,
  viewer: Viewer,
  verifiedAt: Date | null = null,
): RequestContext {
  return {
    platform,
    request,
    viewer,
    verifiedAt,
    loaders: new LoaderCache(),
    claim: null,
    isReplay: false,
    revalidation: null,
    live: null,
  };
}

/**
 * The context of an operator's command. The audit log records the command's name. The viewer is
 * anonymous and has no rights, so the command may call only verbs that check none.
 */
export function createOperatorContext(platform: Platform, command: string): RequestContext {
  const viewer = { kind: 'anonymous', actor: 'operator', isOperator: true } as const;
  return createSystemContext(platform, command, viewer);
}

/**
 * The context of work that no HTTP request causes, such as jobs. `name` is its request id, as in
 * audit lines, and its path. An operator command that acts for an account passes that account as
 * `viewer`.
 */
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
