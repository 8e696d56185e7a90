import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { CURRENT, readDocument } from '../scripts/compatible/released.js';
import type { Json } from './actors.js';

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
      responses: Object.entries<Json>(responses).flatMap(([status, { content }]) =>
        codesIn(content).map((code) => responseOf(operationId, Number(status), code)),
      ),
    })),
  );

function responseOf(operation: string, status: number, code: string | null): RestResponse {
  return code === null ? `${operation} ${status}` : `${operation} ${status} ${code}`;
}

/** The problem codes that the content of a response lists; `[null]` for other responses. */
function codesIn(content: Json): (string | null)[] {
  const problem = content?.['application/problem+json'];
  return problem ? problem.schema.allOf[1].properties.code.enum : [null];
}

/** Every response that the OpenAPI document lists. */
export const LISTED: ReadonlySet<RestResponse> = new Set(
  OPERATIONS.flatMap(({ responses }) => responses),
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
const unwatched = new Set<number>();

/** The API responses that services in this process sent since the last `forgetResponses`. */
export const seenResponses = (): RestResponse[] => [...seen].toSorted();

/** Forgets the responses of an earlier test file. */
export const forgetResponses = (): void => seen.clear();

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
  const operation = operationOf(request.method ?? '', request.url ?? '');
  if (operation === null || unwatched.has(request.socket.localPort ?? 0)) return;
  collectBody(response, (body) => {
    const { statusCode } = response;
    // The loopback redirect sends a browser on before it reaches an operation.
    if (statusCode === 307) return;
    if (statusCode < 400) seen.add(responseOf(operation, statusCode, null));
    // A problem without a body is the response to HEAD.
    else if (body.length > 0) seen.add(responseOf(operation, statusCode, codeIn(response, body)));
  });
});

/** Calls `onEnd` with the body of a response. Only bodies of problems are kept. */
function collectBody(response: ServerResponse, onEnd: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    const isBytes = typeof chunk === 'string' || chunk instanceof Uint8Array;
    if (isBytes && response.statusCode >= 400) chunks.push(Buffer.from(chunk));
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

function codeIn(response: ServerResponse, body: Buffer): string {
  const decode = DECODERS[String(response.getHeader('content-encoding'))];
  const { code } = JSON.parse((decode ? decode(body) : body).toString());
  return String(code);
}
