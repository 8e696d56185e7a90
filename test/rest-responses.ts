import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CURRENT, readDocument } from '../scripts/compatible/released.js';
import type { Json } from './actors.js';
import { type Occurrence, occurrencesIn, PAIRS, type Pair } from './occurrences.js';

/** A response of an operation: `listGames 200`, `getGame 404 not_found`. */
export type RestResponse = `${string} ${number}` | `${string} ${number} ${string}`;

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly responses: readonly RestResponse[];
}

const NAMESPACE = /^\/(?:api\/)?v1(?=\/)/;

const document: Json = readDocument(CURRENT);

const OPERATIONS: readonly Operation[] = Object.entries<Json>(document.paths)
  // A literal segment matches before a parameter.
  .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
  .flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { operationId, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{[^}]*\}/g, '[^/]+')}/?$`),
      responses: Object.entries<Json>(responses).flatMap(([status, response]) =>
        codesOf(response).map((code) => responseOf(operationId, Number(status), code)),
      ),
    })),
  );

function responseOf(operation: string, status: number, code: string | null): RestResponse {
  return code === null ? `${operation} ${status}` : `${operation} ${status} ${code}`;
}

/** The problem codes that a response lists; `[null]` for other responses. */
function codesOf(response: Json): (string | null)[] {
  return response['x-error-codes'] ?? [null];
}

/** Every response that the OpenAPI document lists. */
export const LISTED: ReadonlySet<RestResponse> = new Set(
  OPERATIONS.flatMap(({ responses }) => responses),
);

/** The statuses and codes of the registry that no operation lists. */
export const UNLISTED: ReadonlySet<Pair> = new Set(
  PAIRS.filter((pair) => ![...LISTED].some((response) => response.endsWith(` ${pair}`))),
);

/** The operation of a request, even if its path does not decode; null for other addresses. */
export function operationOf(method: string, target: string): string | null {
  const path = target.replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0] ?? '';
  if (!NAMESPACE.test(path)) return null;
  const local = path.replace(NAMESPACE, '').replaceAll(/%3a/gi, ':');
  const asked = method === 'HEAD' ? 'GET' : method;
  const found = OPERATIONS.find((it) => it.method === asked && it.pattern.test(local));
  return found?.operationId ?? null;
}

const seen = new Set<RestResponse>();
const occurrences = new Set<Occurrence>();
const unwatched = new Set<number>();

/** The API responses that services in this process sent since the last `forgetResponses`. */
export const seenResponses = (): RestResponse[] => [...seen].toSorted();

/** The occurrences of unlisted codes in responses since the last `forgetResponses`. */
export const seenOccurrences = (): Occurrence[] => [...occurrences].toSorted();

/** Forgets the responses of an earlier test file. */
export function forgetResponses(): void {
  seen.clear();
  occurrences.clear();
}

/**
 * Ignores a port that does not serve the API. Returns a function that watches the port number
 * again.
 */
export function leaveUnwatched(url: string): () => void {
  const port = Number(new URL(url).port);
  unwatched.add(port);
  return () => void unwatched.delete(port);
}

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (unwatched.has(request.socket.localPort ?? 0)) return;
  const operation = operationOf(request.method ?? '', request.url ?? '');
  const mayHoldFailure = /upload|graphql/i.test(operation ?? request.url ?? '');
  collectBody(response, mayHoldFailure, (bytes) => {
    const { statusCode: status } = response;
    const body = jsonIn(response, bytes);
    for (const [place, pair] of occurrencesIn(body, status, operation !== null)) {
      if (UNLISTED.has(pair)) occurrences.add(`${place} ${pair}`);
    }
    // The loopback redirect sends a browser on before it reaches an operation.
    if (operation === null || status === 307) return;
    if (status < 400) seen.add(responseOf(operation, status, null));
    // A problem without a body is the response to HEAD.
    else if (bytes.length > 0) seen.add(responseOf(operation, status, String(body?.code)));
  });
});

/**
 * Calls `onEnd` with the body of a response. Keeps the bodies of errors, and those of successes only
 * on request, because files are large.
 */
function collectBody(
  response: ServerResponse,
  ofSuccesses: boolean,
  onEnd: (body: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    const isBytes = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (isBytes && (ofSuccesses || response.statusCode >= 400)) chunks.push(Buffer.from(chunk));
  };
  const { write, end } = response;
  response.write = ((...args: Parameters<typeof write>) => {
    keep(args[0]);
    return write.apply(response, args);
  }) as typeof write;
  response.end = ((...args: Parameters<typeof end>) => {
    Object.assign(response, { write, end });
    keep(args[0]);
    onEnd(Buffer.concat(chunks));
    return end.apply(response, args);
  }) as typeof end;
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

/** The body of a response; null if it is no JSON object. */
function jsonIn(response: ServerResponse, bytes: Buffer): Json {
  const decode = DECODERS[String(response.getHeader('content-encoding'))];
  try {
    const text = (decode ? decode(bytes) : bytes).toString();
    return text.startsWith('{') ? JSON.parse(text) : null;
  } catch {
    // A response to HEAD has no body, and some test servers send broken ones.
    return null;
  }
}
