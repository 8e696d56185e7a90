import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { inSpan } from '../tracing/in-span.js';
import { tracerNow } from '../tracing/tracing.js';
import { checkTarget, type OutboundPolicy, publicLookup, type Resolver } from './target.js';

/** A request to an external host, and its limits. */
export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST. */
  readonly body?: string;
  readonly policy: OutboundPolicy;
  /** The longest wait for the response head, and between two chunks of the body. */
  readonly idleSeconds: number;
  /** Aborts the request and its response body. */
  readonly signal: AbortSignal;
  /** By default, the name servers of the machine. */
  readonly resolve?: Resolver;
}

/**
 * The head of a response; its body is not yet read. The receiver closes it unless it reads the whole
 * body.
 */
export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body, readable once. Throws OutboundFailed if the connection breaks, is silent for too long
   * or is closed, and if the signal is aborted.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection. Safe at any time. */
  close(): void;
}

/**
 * The request failed: no response in time, a broken connection, an abort, too many redirects, or a
 * body that `readJson` or the caller cannot read.
 */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed';
}

/** Before the end of the response head, the other side sent nothing for the whole idle time. */
export class OutboundSilent extends OutboundFailed {}

const HEADER_BYTES = 16 * 1024;

/**
 * Sends one request and does not follow redirects. Checks the target against the policy. At connect
 * time it also requires a public address, except for the trusted origin of the policy. Adds no
 * credential, no cookie and no trace header, and reuses no connection. Throws TargetRefused and
 * OutboundFailed, and TypeError for a text that is no URL.
 */
export function send(request: OutboundRequest): Promise<OutboundResponse> {
  const tracer = tracerNow();
  if (tracer === null) return sendNow(request);
  const { method } = request;
  const attributes = { 'http.request.method': method, ...knownHostOf(request) };
  return inSpan(tracer, { name: method, kind: 'client', attributes }, async () => {
    const response = await sendNow(request);
    tracer.active()?.set({ 'http.response.status_code': response.status });
    return response;
  });
}

/**
 * The host of a request for its span, if the operator or modport names it. The host of a webhook is
 * left out: a creator chooses it, and it may be secret, like the path and query of any URL.
 */
function knownHostOf({ url, policy }: OutboundRequest): { readonly 'server.address'?: string } {
  if (policy.hosts === 'public' || !URL.canParse(url)) return {};
  const { hostname, origin } = new URL(url);
  const isKnown = policy.hosts.includes(hostname) || origin === policy.trustedOrigin;
  return isKnown ? { 'server.address': hostname } : {};
}

async function sendNow(request: OutboundRequest): Promise<OutboundResponse> {
  const url = new URL(request.url);
  checkTarget(url, request.policy);
  const isTrusted = url.origin === request.policy.trustedOrigin;
  const { idleSeconds, signal } = request;
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      headers: { 'Accept-Encoding': 'identity', ...request.headers },
      agent: false,
      maxHeaderSize: HEADER_BYTES,
      timeout: idleSeconds * 1000,
      signal,
      ...(isTrusted ? {} : { lookup: publicLookup(request.resolve) as LookupFunction }),
    });
    sent.on('timeout', () => sent.destroy(new OutboundSilent(`${url.hostname} is silent`)));
    sent.on('error', (error) => reject(failure(url, error)));
    // An unrequested protocol upgrade emits no other event than this.
    sent.on('close', () => reject(new OutboundFailed(`${url.hostname} sent no response`)));
    sent.on('response', (response) => {
      response.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: bodyOf(url, response),
        close: () => sent.destroy(),
      });
    });
    sent.end(request.body);
  });
}

function headersOf(response: http.IncomingMessage): Record<string, string> {
  const entries = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}

async function* bodyOf(url: URL, response: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk as Buffer;
  } catch (error) {
    throw failure(url, error);
  }
}

/** Creates an error that names only the host, because the rest of a URL may be a signature. */
function failure(url: URL, cause: unknown): Error {
  if (cause instanceof OutboundFailed) return cause;
  if (cause instanceof Error && cause.name === 'TargetRefused') return cause;
  return new OutboundFailed(`${url.hostname} did not send its whole response`, { cause });
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Providers redirect once to a content network, some of them through another host. */
const REDIRECTS_MAX = 4;

/** The last response of a chain of redirects, with its URL. */
export interface FinalResponse extends OutboundResponse {
  readonly url: string;
}

/**
 * Sends a request and follows at most `REDIRECTS_MAX` redirects. Each hop must satisfy the same
 * policy, and gets the same method, headers and body. A redirect without a `Location` is the last
 * response. Closes the responses before it. Throws the errors of `send`, and OutboundFailed for too
 * many redirects or a `Location` that is no address.
 */
export async function follow(request: OutboundRequest): Promise<FinalResponse> {
  let url = request.url;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const response = await send({ ...request, url });
    const location = response.headers['location'];
    if (!REDIRECTS.has(response.status) || location === undefined) return { ...response, url };
    response.close();
    url = nextOf(location, url);
  }
  throw new OutboundFailed(`${new URL(url).hostname} redirects without end`);
}

function nextOf(location: string, from: string): string {
  try {
    return new URL(location, from).href;
  } catch (cause) {
    throw new OutboundFailed(`${new URL(from).hostname} redirects to no address`, { cause });
  }
}

/**
 * Reads a body of at most `maxBytes` as JSON. Throws OutboundFailed if it is longer or not JSON, or
 * if the body throws.
 */
export async function readJson(response: OutboundResponse, maxBytes: number): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body) {
    bytes += piece.length;
    if (bytes > maxBytes) {
      response.close();
      throw new OutboundFailed(`a response is longer than ${maxBytes} bytes`);
    }
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch (cause) {
    throw new OutboundFailed('a response is not JSON', { cause });
  }
}
