import { ProblemError, TransportError } from './errors.js';
import { type Identity, identityHeaders } from './identity.js';
import { problemOf } from './problem.js';
import { isRepeatable, pause, RETRY_POLICY, type RetryPolicy, retryDelayMs } from './retry.js';
import type { TokenSource } from './tokens.js';
import { boundedSignal, connectionError, type Fetch, readBounded } from './wire.js';

/** One completed attempt, for logs. Never contains a query string, a token or a body. */
export interface AttemptRecord {
  readonly method: string;
  readonly path: string;
  /** The status, or null if no response arrived. */
  readonly status: number | null;
  readonly ms: number;
}

/** How the transport reaches the service. */
export interface TransportOptions {
  /** The API, ending in `/v1`. */
  readonly baseUrl: string;
  /** Null for requests without a token. */
  readonly tokens: TokenSource | null;
  /** Null sends no headers that name the program. */
  readonly identity: Identity | null;
  readonly languages: readonly string[];
  readonly retry: RetryPolicy;
  /** The time for one attempt, its body included, in milliseconds. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  /** Called after each attempt, if not null. */
  readonly onAttempt: ((record: AttemptRecord) => void) | null;
}

/** Settings of one call. */
export interface CallOptions {
  /** Cancels the call; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /**
   * All attempts together, 1 to 3; by default as many as the client allows. With 1, only a new
   * token after a 401 sends the request again.
   */
  readonly attempts?: number;
  /** The time for one attempt in milliseconds; by default that of the client. */
  readonly timeoutMs?: number;
  /**
   * Codes of problems after which this request is not sent again, because the next request has to
   * differ.
   */
  readonly final?: readonly string[];
}

/** Sends requests to the API. */
export interface Transport {
  /**
   * Sends a request with identity and token. Repeats it after a passing failure if `isRepeatable`,
   * and once with a new token after a 401. Returns a response of 2xx or 304 whose body is complete.
   * Throws:
   * - ProblemError for every other status
   * - TransportError without a response, and in browsers for a redirect
   * - TypeError for a request to another origin
   * - the reason of an aborted signal
   */
  send(request: Request, call?: CallOptions): Promise<Response>;
}

/**
 * The longest body. JSON of the API is far smaller; a longer one is from a broken or hostile
 * server.
 */
const LONGEST_BODY_BYTES = 64 * 1024 * 1024;

/** Creates a transport. Throws TypeError for a base URL or an identity that cannot work. */
export function createTransport(options: TransportOptions): Transport {
  const base = checkedBase(options);
  const { tokens, retry } = options;

  async function send(request: Request, call: CallOptions = {}): Promise<Response> {
    const policy = call.attempts === undefined ? retry : retryPolicy(call.attempts);
    const again = isRepeatable(request.method, request.headers);
    let token = (await tokens?.current(call.signal)) ?? null;
    let hasRenewed = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendOnce(request.clone(), token, call);
      } catch (error) {
        const renewed: string | null = hasRenewed
          ? null
          : await renewedToken(error, token, call.signal);
        if (renewed !== null) {
          [token, hasRenewed] = [renewed, true];
          continue;
        }
        const isFinal = error instanceof ProblemError && call.final?.includes(error.code ?? '');
        const waitMs = again && !isFinal ? retryDelayMs(error, attempt, policy) : null;
        if (waitMs === null) throw error;
        await pause(waitMs, call.signal);
      }
    }
  }

  async function renewedToken(
    error: unknown,
    token: string | null,
    signal?: AbortSignal,
  ): Promise<string | null> {
    const isRefused = error instanceof ProblemError && error.status === 401;
    if (!isRefused || token === null || !tokens?.renew) return null;
    return tokens.renew(token, signal);
  }

  async function sendOnce(request: Request, token: string | null, call: CallOptions) {
    const url = new URL(request.url);
    if (url.origin !== base.origin)
      throw new TypeError('the request is not for the origin of baseUrl');
    dress(request.headers, options, token);
    const bounded = boundedSignal(call.timeoutMs ?? options.timeoutMs, call.signal);
    const record = { method: request.method, path: url.pathname };
    const startedAt = performance.now();
    let status: number | null = null;
    try {
      const response = await options.fetch(request, { signal: bounded.signal, redirect: 'manual' });
      ({ status } = response);
      return await received(response);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      throw connectionError(error, `${record.method} ${record.path}`, call.signal);
    } finally {
      bounded.release();
      options.onAttempt?.({ ...record, status, ms: Math.round(performance.now() - startedAt) });
    }
  }

  return { send };
}

/** The response with its whole body. Throws the errors of `Transport.send`. */
async function received(response: Response): Promise<Response> {
  // The API never redirects; a token must not follow one to another host. Browsers hide the status.
  if (response.type === 'opaqueredirect') throw new TransportError('the service redirected');
  const bytes = await readBounded(response, LONGEST_BODY_BYTES);
  if (!response.ok && response.status !== 304) {
    throw problemOf(response, new TextDecoder().decode(bytes));
  }
  const hasNoBody = response.status === 204 || response.status === 205 || response.status === 304;
  const { status, statusText, headers } = response;
  return new Response(hasNoBody ? null : bytes, { status, statusText, headers });
}

function dress(headers: Headers, options: TransportOptions, token: string | null): void {
  const { identity, languages, tokens } = options;
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (languages.length > 0) headers.set('Accept-Language', languages.join(', '));
  const clientId = token === null ? null : (tokens?.clientId ?? null);
  const named = identity === null ? {} : identityHeaders(identity, clientId);
  for (const [name, value] of Object.entries(named)) headers.set(name, value);
}

/**
 * The base URL. Throws TypeError for another form than `https://host/path`, and for `http` with a
 * token, except on this machine.
 */
function checkedBase({ baseUrl, tokens, identity }: TransportOptions): URL {
  const base = new URL(baseUrl);
  if (base.protocol !== 'https:' && base.protocol !== 'http:') {
    throw new TypeError('baseUrl must be an http or https address');
  }
  if (base.username !== '' || base.search !== '' || base.hash !== '') {
    throw new TypeError('baseUrl must have no user name, query or fragment');
  }
  if (tokens !== null && base.protocol === 'http:' && !isLoopback(base.hostname)) {
    throw new TypeError('baseUrl must use https if a token is sent');
  }
  if (identity !== null) identityHeaders(identity, null);
  return base;
}

/** Whether a host name means this machine: `localhost`, `127.x.x.x` or `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** `RETRY_POLICY` with this number of attempts. Throws RangeError unless it is 1, 2 or 3. */
export function retryPolicy(attempts: number): RetryPolicy {
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > RETRY_POLICY.attempts) {
    throw new RangeError('attempts must be 1, 2 or 3');
  }
  return { ...RETRY_POLICY, attempts };
}
