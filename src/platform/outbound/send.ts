import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Resolver } from './resolve-name.js';
import { checkTarget, type OutboundPolicy, publicLookup } from './target.js';

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
  readonly resolve?: Resolver;
}

/** The head of a response; its body is not yet read. */
export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, readable once. Throws if the connection breaks. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection. Safe at any time. */
  close(): void;
}

/** The other side did not respond in time, or the connection broke. */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed';
}

const HEADER_BYTES = 16 * 1024;

/**
 * Sends one request and does not follow redirects. Checks the target against the policy, and its
 * address against the public ranges at connect time. Sends no credential or cookie, and reuses no
 * connection. Throws TargetRefused and OutboundFailed.
 */
export function send(request: OutboundRequest): Promise<OutboundAnswer> {
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
    sent.on('timeout', () => sent.destroy(new OutboundFailed(`${url.hostname} is silent`)));
    sent.on('error', (error) => reject(failure(url, error)));
    // An unrequested protocol upgrade emits no other event than this.
    sent.on('close', () => reject(new OutboundFailed(`${url.hostname} gave no answer`)));
    sent.on('response', (answer) => {
      answer.on('error', () => {});
      resolve({
        status: answer.statusCode ?? 0,
        headers: headersOf(answer),
        body: bodyOf(url, answer),
        close: () => sent.destroy(),
      });
    });
    sent.end(request.body);
  });
}

function headersOf(answer: http.IncomingMessage): Record<string, string> {
  const entries = Object.entries(answer.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}

async function* bodyOf(url: URL, answer: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of answer) yield chunk as Buffer;
  } catch (error) {
    throw failure(url, error);
  }
}

/** Creates an error that names only the host, because the rest of a URL may be a signature. */
function failure(url: URL, cause: unknown): Error {
  if (cause instanceof OutboundFailed) return cause;
  if (cause instanceof Error && cause.name === 'TargetRefused') return cause;
  return new OutboundFailed(`${url.hostname} did not answer to the end`, { cause });
}
