import createCaller, { type ParseAs } from 'openapi-fetch';
import type { paths } from '../generated/api.js';
import type { Identity } from './identity.js';
import type { BodyOf, InitOf, Method, PathWith } from './operations.js';
import { fixedToken, type TokenSource } from './tokens.js';
import {
  type AttemptRecord,
  type CallOptions,
  createTransport,
  retryPolicy,
  type Transport,
} from './transport.js';
import type { Fetch } from './wire.js';

/** How a client reaches a service. */
export interface ClientOptions {
  /** The API, ending in `/v1`. */
  readonly baseUrl: string;
  /** A token that never changes, or a source of tokens. Without one, requests are anonymous. */
  readonly token?: string | TokenSource;
  /**
   * The program that uses the client. The service requires it for writes. A browser cannot send all
   * of its headers.
   */
  readonly identity?: Identity;
  /** All attempts of a request together, 1 to 3; 3 by default. */
  readonly attempts?: number;
  /** The time for one attempt, its body included, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** The languages of problem details and titles, the first preferred, such as `['de', 'en']`. */
  readonly languages?: readonly string[];
  /** Replaces `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch;
  /** Called after each attempt, for logs. */
  readonly onAttempt?: (record: AttemptRecord) => void;
}

/** A successful response. `body` is undefined if the response has no body, as with 204 and 304. */
export interface Reply<Body> {
  readonly body: Body;
  readonly status: number;
  readonly headers: Headers;
}

/** Settings of one typed call. */
export interface TypedCallOptions extends CallOptions {
  /**
   * The `Idempotency-Key` of a write; by default a new one for each call. Retries repeat it. Keep
   * the key to repeat the same write later. A GET ignores it.
   */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The form of `body`: `json` by default. Use `stream` or `blob` for a body that is no JSON. */
  readonly parseAs?: ParseAs;
}

/** Calls an operation by its path, as the API document names it. */
export type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...init: InitOf<paths[P], M, TypedCallOptions>
) => Promise<Reply<BodyOf<paths[P], M>>>;

/**
 * A client of one service. Every operation is a typed call: `client.get('/mods/{mod_id}', …)`. A
 * call throws ProblemError for an error response, TransportError for a failed connection, and the
 * reason of an aborted signal.
 */
export interface Client {
  readonly baseUrl: string;
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;
  /** Sends any other request to the service, with the same token, identity and retries. */
  readonly transport: Transport;
  /** Sends without a token, for signed addresses. */
  readonly fetch: Fetch;
}

/**
 * Creates a client. Throws RangeError for `attempts` outside 1 to 3, and TypeError for other
 * options that cannot work, such as a token for an address without https on another machine.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, identity, languages = [], timeoutMs = 30_000, onAttempt } = options;
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const transport = createTransport({
    baseUrl,
    tokens: typeof token === 'string' ? fixedToken(token) : (token ?? null),
    identity: identity ?? null,
    languages,
    retry: retryPolicy(options.attempts ?? 3),
    timeoutMs,
    fetch,
    onAttempt: onAttempt ?? null,
  });
  const caller = createCaller<paths>({ baseUrl: baseUrl.replace(/\/+$/, '') });

  async function call(method: Method, path: string, init: LooseInit = {}) {
    const { attempts, timeoutMs: time, signal, final, idempotencyKey, headers, ...rest } = init;
    const keyed = method === 'get' ? {} : { 'Idempotency-Key': idempotencyKey ?? newKey() };
    const limits = {
      ...(attempts === undefined ? {} : { attempts }),
      ...(time === undefined ? {} : { timeoutMs: time }),
      ...(signal === undefined ? {} : { signal }),
      ...(final === undefined ? {} : { final }),
    };
    const send = caller.request as unknown as LooseRequest;
    const { data, response } = await send(method, path, {
      ...rest,
      headers: { Accept: 'application/json', ...headers, ...keyed },
      fetch: (request) => transport.send(request, limits),
    });
    return { body: data, status: response.status, headers: response.headers };
  }

  const typed = <M extends Method>(method: M): Call<M> =>
    // The types of the document are checked where the caller writes the path.
    ((path: string, init?: LooseInit) => call(method, path, init)) as unknown as Call<M>;
  return {
    baseUrl,
    get: typed('get'),
    post: typed('post'),
    put: typed('put'),
    patch: typed('patch'),
    delete: typed('delete'),
    transport,
    fetch,
  };
}

type LooseInit = TypedCallOptions & { readonly [member: string]: unknown };

type LooseRequest = (
  method: string,
  path: string,
  init: {
    readonly fetch: (request: Request) => Promise<Response>;
    readonly [name: string]: unknown;
  },
) => Promise<{ readonly data?: unknown; readonly response: Response }>;

/**
 * A new random key for one logical write, of 32 hex digits. The retries of the write repeat it,
 * also in a later process.
 */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
