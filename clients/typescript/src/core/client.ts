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
  /** A token, or where tokens come from. Anonymous if absent. */
  readonly token?: string | TokenSource;
  /** The program that uses the client. Needed for writes; a browser cannot send all of it. */
  readonly identity?: Identity;
  /** All attempts of a request together, 1 to 3; 3 by default. */
  readonly attempts?: number;
  /** The time for one attempt in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** The languages of `detail` and titles, the first preferred, such as `['de', 'en']`. */
  readonly languages?: readonly string[];
  /** Replaces `fetch`, for example to use a proxy. */
  readonly fetch?: Fetch;
  /** Called after each attempt, for logs. */
  readonly onAttempt?: (record: AttemptRecord) => void;
}

/** A successful response. */
export interface Reply<Body> {
  readonly body: Body;
  readonly status: number;
  readonly headers: Headers;
}

/** Settings of one typed call. */
export interface TypedCallOptions extends CallOptions {
  /**
   * The key of a write; a new one by default. Retries repeat it. Keep it to repeat the call later.
   */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `stream` and `blob` for bodies that are no JSON. */
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
  /** Sends other requests to the service in the same way. */
  readonly transport: Transport;
  /** Sends without a token, for signed addresses. */
  readonly fetch: Fetch;
}

/** Creates a client. Throws TypeError or RangeError for options that cannot work. */
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

/** A key for one logical write. Its retries, also those of a later process, repeat it. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
