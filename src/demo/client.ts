import { randomUUID } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { type ZodType, z } from 'zod';
import { ProblemResponse, problemIn } from './problem-response.js';

/**
 * One completed request, for output. Never contains a query string, because it may be a signature.
 */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The time until the response head arrived. */
  readonly ms: number;
}

/** The service, the credential and the observers of a client. */
export interface ClientOptions {
  /** The URL of the service, without `/v1`. */
  readonly baseUrl: string;
  /** A bearer token for the API, never for signed URLs. Anonymous if absent. */
  readonly token?: string;
  /**
   * The address of the client for `X-Forwarded-For`, if no proxy in front of the service sets it.
   * Without it, a service that trusts a proxy would warn its operator that the proxy does not send
   * the addresses of clients.
   */
  readonly address?: string;
  /** Maps a signed URL to one that this process can reach. */
  readonly rewriteUrl?: (url: string) => string;
  readonly onRequest?: (request: RequestRecord) => void;
  /** Waits for some milliseconds. Tests replace it. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A call of a public operation. */
export interface ApiCall<T> {
  readonly method: 'GET' | 'POST';
  /** The path below the base URL, e.g. `/v1/mods`. */
  readonly path: string;
  readonly body?: unknown;
  /** The idempotency key of a write; a new one by default. Retries repeat the key. */
  readonly idempotencyKey?: string;
  /** The expected shape of the response body. */
  readonly shape: ZodType<T>;
}

/** A successful response of a public operation. Its body has the expected shape. */
export interface ApiResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A request body: bytes in memory or a stream. */
export type RequestBody = NonNullable<RequestInit['body']>;

/** A request without a credential, such as one to a signed URL. */
export interface Transfer {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  readonly signal?: AbortSignal;
}

/** A client of modport's public contract over HTTP, like any other program. */
export interface RestClient {
  /**
   * Throws `ProblemResponse` for an error response, Error for a body of another shape, and
   * TypeError for a broken connection or a redirect. Retryable errors and broken connections get up
   * to three attempts with the same `Idempotency-Key` (Spec 8).
   */
  call<T>(call: ApiCall<T>): Promise<ApiResponse<T>>;
  /**
   * Sends one request without a credential, and returns any response. Throws TypeError for a
   * redirect or if the connection fails.
   */
  transfer(call: Transfer): Promise<Response>;
  /** Waits with `ClientOptions.pause`. */
  pause(ms: number): Promise<unknown>;
}

const attempts = 3;
const longestPauseMs = 60_000;
const identity = {
  'User-Agent': 'modport-demo/1.0 (+https://modport.example)',
  'X-Service-Client': 'modport-demo',
  'X-Service-Client-Version': '1.0',
};

/** Creates a client of the service at `baseUrl`. */
export function createClient(options: ClientOptions): RestClient {
  const pause = options.pause ?? ((ms: number) => pauseFor(ms));

  async function send(method: string, url: string, init: RequestInit): Promise<Response> {
    const startedAt = performance.now();
    const headers = new Headers(init.headers);
    const isOwn = new URL(url).origin === new URL(options.baseUrl).origin;
    if (options.address && isOwn) headers.set('X-Forwarded-For', options.address);
    const response = await fetch(url, { ...init, headers, method, redirect: 'error' });
    const ms = Math.round(performance.now() - startedAt);
    options.onRequest?.({ method, path: new URL(url).pathname, status: response.status, ms });
    return response;
  }

  async function once<T>(call: ApiCall<T>, key: string): Promise<ApiResponse<T>> {
    const headers = headersOf(call, key, options.token);
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    const url = new URL(call.path, options.baseUrl).href;
    const response = await send(call.method, url, { headers, ...body });
    const text = await response.text();
    if (!response.ok) throw refusal(call, response.status, text);
    return { status: response.status, headers: response.headers, body: parsed(call, text) };
  }

  return {
    pause,
    transfer: ({ method, url, ...init }) =>
      send(method, options.rewriteUrl?.(url) ?? url, streaming(init)),
    call(call) {
      const key = call.idempotencyKey ?? randomUUID();
      return withRetries(() => once(call, key), pause);
    },
  };
}

/** Repeats work after retryable errors. Throws the error of the last attempt. */
async function withRetries<T>(work: () => Promise<T>, pause: RestClient['pause']): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const wait = retryDelayMs(error, attempt);
      if (wait === null || attempt === attempts) throw error;
      await pause(wait);
    }
  }
}

function headersOf(
  { method, body }: Pick<ApiCall<unknown>, 'method' | 'body'>,
  key: string,
  token: string | undefined,
): Record<string, string> {
  return {
    ...identity,
    Accept: 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(method === 'GET' ? {} : { 'Idempotency-Key': key }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
}

/** fetch requires this option to send a body as a stream. */
function streaming(init: Omit<Transfer, 'method' | 'url'>): RequestInit {
  return init.body === undefined ? init : { ...init, duplex: 'half' };
}

/** The delay before the next attempt, with jitter; null if a retry would not help. */
function retryDelayMs(error: unknown, attempt: number): number | null {
  const jitteredMs = Math.round(250 * 2 ** attempt * (0.5 + Math.random()));
  // fetch reports a connection that failed as a TypeError.
  if (error instanceof TypeError) return jitteredMs;
  if (!(error instanceof ProblemResponse) || !error.retryable) return null;
  return Math.min(longestPauseMs, (error.retryAfterSeconds ?? 0) * 1000 + jitteredMs);
}

function refusal(call: ApiCall<unknown>, status: number, text: string): ProblemResponse {
  return new ProblemResponse(`${call.method} ${call.path}`, status, problemIn(asJson(text)));
}

function parsed<T>(call: ApiCall<T>, text: string): T {
  const result = call.shape.safeParse(asJson(text));
  if (result.success) return result.data;
  const detail = z.prettifyError(result.error);
  throw new Error(`${call.method} ${call.path} returned an unexpected shape:\n${detail}`);
}

/** The parsed value, or null for invalid JSON, which the schemas then reject. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
