import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { problemIn } from '../../../src/demo/problem-response.js';
import { REQUEST_LIMIT_MS } from '../check/actions.js';
import type { Random } from '../random.js';
import type { Attempt, Recorded } from '../record.js';

/** A client gives an action up after this time. */
const PATIENCE_MS = 90_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

/** A request of a caller. */
export interface Call<T> {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Below `/v1`, or below `/oauth`. */
  readonly path: string;
  readonly body?: unknown;
  /** A form in place of a body. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The code of the refusal that must come. */
  readonly expects?: string;
  /** The shape of the body of a success. */
  readonly shape: z.ZodType<T>;
}

/** A success. */
export interface Success<T> {
  readonly body: T;
  readonly etag: string | null;
  /** When the request began whose response this is. */
  readonly beginMs: number;
  readonly endMs: number;
}

/** The service refused an action for good, or the client gave it up. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    operation: string,
    readonly status: number | null,
    readonly code: string | null,
  ) {
    super(`${operation}: ${status ?? 'no response'} ${code ?? ''}`.trim());
  }
}

/** A caller that records all attempts and retries like a good client. */
export interface Caller {
  readonly name: string;
  /** Throws Refused. A write has one idempotency key in all attempts. */
  call<T>(call: Call<T>): Promise<Success<T>>;
  /** One attempt of a request. Throws Refused. */
  once<T>(call: Call<T>, key?: string): Promise<Success<T>>;
  /** Sends bytes to, or fetches them from, a signed address: one attempt. Throws Refused. */
  transfer(call: Transfer): Promise<{ bytes: Buffer; etag: string | null }>;
}

/** A request to a signed address. */
export interface Transfer {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

interface CallerOptions {
  readonly name: string;
  readonly token: string | null;
  /** The address of the service. */
  readonly url: string;
  readonly record: Recorded;
  readonly random: Random;
}

interface Outcome {
  readonly attempt: Attempt;
  readonly bytes: Buffer;
  readonly headers: Headers;
  readonly isRetryable: boolean;
  readonly retryAfterMs: number;
}

/** Creates a caller; without a token it is anonymous. */
export function createCaller(options: CallerOptions): Caller {
  const once = async <T>(call: Call<T>, key: string = randomUUID()) =>
    accepted(call, await send(options, requestOf(options, call, key)));
  return {
    name: options.name,
    once,
    async call(call) {
      const key = randomUUID();
      const begun = Date.now();
      for (let count = 0; ; count += 1) {
        const outcome = await send(options, requestOf(options, call, key));
        if (!outcome.isRetryable || Date.now() - begun > PATIENCE_MS) {
          return accepted(call, outcome);
        }
        const jitter = 0.5 + options.random.next();
        const waitMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count) * jitter;
        await pause(Math.max(waitMs, outcome.retryAfterMs));
      }
    },
    async transfer({ operation, method, url, headers, body }) {
      const init = { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) };
      const sent = { operation, url, init, isStore: true, expects: null };
      const { attempt, bytes, headers: received } = await send(options, sent);
      if (isSuccess(attempt)) return { bytes, etag: received.get('etag') };
      throw new Refused(operation, attempt.status, attempt.code);
    },
  };
}

interface Sent {
  readonly operation: string;
  readonly url: string;
  readonly init: RequestInit;
  readonly isStore: boolean;
  readonly expects: string | null;
}

function requestOf<T>({ url, token }: CallerOptions, call: Call<T>, key: string): Sent {
  const { operation, method, path, body, form, headers, expects = null } = call;
  const json = body === undefined ? undefined : JSON.stringify(body);
  const content = form ? new URLSearchParams(form) : json;
  const init: RequestInit = {
    method,
    headers: {
      Accept: 'application/json',
      'User-Agent': 'modport-cluster/1.0 (+https://modport.example)',
      'X-Service-Client': 'modport-cluster',
      'X-Service-Client-Version': '1.0',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(method === 'GET' ? {} : { 'Idempotency-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  };
  const address = path.startsWith('/oauth/') ? `${url}${path}` : `${url}/v1${path}`;
  return { operation, url: address, init, isStore: false, expects };
}

const isSuccess = ({ status }: Attempt) => status !== null && status >= 200 && status < 300;

function accepted<T>(call: Call<T>, { attempt, bytes, headers }: Outcome): Success<T> {
  if (!isSuccess(attempt)) throw new Refused(call.operation, attempt.status, attempt.code);
  const body = call.shape.parse(bytes.length === 0 ? null : JSON.parse(bytes.toString('utf8')));
  const { beginMs, endMs } = attempt;
  return { body, etag: headers.get('etag'), beginMs, endMs };
}

async function send({ name, record }: CallerOptions, sent: Sent): Promise<Outcome> {
  const { operation, isStore, expects } = sent;
  const beginMs = Date.now();
  const noted = (seen: Pick<Attempt, 'status' | 'code' | 'failure'>): Attempt => {
    const times = { beginMs, endMs: Date.now(), limitMs: REQUEST_LIMIT_MS };
    const attempt = { caller: name, operation, ...times, ...seen, isStore, expects };
    record.attempts.push(attempt);
    return attempt;
  };
  try {
    const signal = AbortSignal.timeout(REQUEST_LIMIT_MS);
    const response = await fetch(sent.url, { ...sent.init, redirect: 'error', signal });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    const problem = status >= 400 && !isStore ? problemOf(bytes) : null;
    return {
      attempt: noted({ status, code: problem?.code ?? null, failure: null }),
      bytes,
      headers,
      isRetryable: status >= 400 && (problem?.retryable ?? status >= 500),
      retryAfterMs: Number(headers.get('retry-after') ?? 0) * 1000,
    };
  } catch (error) {
    const failure = (error as Error).name === 'TimeoutError' ? 'timeout' : 'connection';
    const attempt = noted({ status: null, code: null, failure });
    const nothing = { bytes: Buffer.alloc(0), headers: new Headers() };
    return { attempt, ...nothing, isRetryable: true, retryAfterMs: 0 };
  }
}

function problemOf(bytes: Buffer) {
  try {
    return problemIn(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}
