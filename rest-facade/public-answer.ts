import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headerOf } from './headers.js';

/** What every answer may depend on (Spec 4.1). */
export const VARY = 'Accept-Encoding, Authorization, Cookie';

/** For what is one caller's, or a moment's. */
export const PRIVATE = 'private, no-store';

/** For what shared caches may keep and must ask about every time. */
export const PUBLIC = 'public, max-age=0, s-maxage=0, no-cache, must-revalidate';

/** Whether a request shows nothing of who sends it; only then may its answer be shared. */
export function isAnonymous(req: IncomingMessage): boolean {
  return req.headers.authorization === undefined && req.headers.cookie === undefined;
}

/** The weak entity tag of an answer that the domain gave this validator. */
export function weakEtag(validator: string): string {
  return `W/"${validator}"`;
}

/** The weak entity tag of an answer that nobody named, after its content. */
export function weakEtagOf(content: Buffer): string {
  return weakEtag(hash('sha256', content, 'base64url').slice(0, 27));
}

/**
 * Whether the caller holds the answer with this tag (RFC 9110 13.1.2). `Cache-Control: no-cache` in
 * the request does not matter: the answer is fresh either way.
 */
export function holdsTag(req: IncomingMessage, etag: string): boolean {
  return matches(headerOf(req, 'if-none-match'), etag);
}

/** Sends bytes that shared caches may keep, or an empty 304 where the caller has them (Spec 4.1). */
export function sendPublic(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: Buffer,
  etag: string,
  headers: OutgoingHttpHeaders & { readonly 'Content-Type': string },
): void {
  const { 'Content-Type': type, ...own } = headers;
  if (holdsTag(req, etag)) {
    sendUnchanged(res, etag, own);
    return;
  }
  sendBytes(req, res, 200, bytes, { ...own, 'Content-Type': type, ...publicly(etag) });
}

/** The empty 304 to whoever holds the answer with this tag; of a body it tells nothing. */
export function sendUnchanged(
  res: ServerResponse,
  etag: string,
  headers: OutgoingHttpHeaders,
): void {
  res.writeHead(304, { ...headers, ...publicly(etag) }).end();
}

const publicly = (etag: string) => ({ ETag: etag, 'Cache-Control': PUBLIC, Vary: VARY });

/** Sends bytes of a known length; a HEAD gets the headers alone. */
export function sendBytes(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  bytes: Buffer,
  headers: OutgoingHttpHeaders,
): void {
  res.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** Weak comparison (RFC 9110 8.8.3.2): a `W/` on either side does not matter. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
