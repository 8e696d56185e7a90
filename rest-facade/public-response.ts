import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headerOf } from './headers.js';

/** The media type of all responses with data. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The `Vary` of all responses: the request headers on which they may depend (Spec 4.1, caching). */
export const VARY = 'Accept-Encoding, Authorization, Cookie';

/** The `Cache-Control` of responses that belong to one caller or one moment. */
export const PRIVATE = 'private, no-store';

/** The `Cache-Control` of responses that caches may store and must revalidate every time. */
export const PUBLIC = 'public, max-age=0, s-maxage=0, no-cache, must-revalidate';

/** Whether a request has neither `Authorization` nor a cookie. Only then may it be shared. */
export function isAnonymous(req: IncomingMessage): boolean {
  return req.headers.authorization === undefined && req.headers.cookie === undefined;
}

/** The weak ETag for a validator of the domain. */
export function weakEtag(validator: string): string {
  return `W/"${validator}"`;
}

/** The weak ETag from the SHA-256 of the content in base64url, for a response without a validator. */
export function weakEtagOf(digest: string): string {
  return weakEtag(digest.slice(0, 27));
}

/**
 * Whether `If-None-Match` names this ETag (RFC 9110 13.1.2), so that 304 suffices. `Cache-Control:
 * no-cache` in the request does not matter: the response is fresh either way.
 */
export function matchesEtag(req: IncomingMessage, etag: string): boolean {
  return isHeld(heldEtags(req), etag);
}

/** The `If-None-Match` of a request: the ETags of the responses that the caller has. */
export function heldEtags(req: IncomingMessage): string | undefined {
  return headerOf(req, 'if-none-match');
}

/**
 * Sends 200 with bytes that shared caches may store, or 304 Not Modified for a matching ETag (Spec
 * 4.1).
 */
export function sendPublic(
  req: IncomingMessage,
  res: ServerResponse,
  bytes: Buffer,
  etag: string,
  headers: OutgoingHttpHeaders & { readonly 'Content-Type': string },
): void {
  const { 'Content-Type': type, ...own } = headers;
  if (matchesEtag(req, etag)) {
    sendUnchanged(res, etag, own);
    return;
  }
  sendBytes(req, res, 200, bytes, { ...own, 'Content-Type': type, ...publicly(etag) });
}

/**
 * Sends 304 Not Modified with the cache headers of a public response, so only public responses may
 * use it. `headers` must not describe a body.
 */
function sendUnchanged(res: ServerResponse, etag: string, headers: OutgoingHttpHeaders): void {
  res.writeHead(304, { ...headers, ...publicly(etag) }).end();
}

const publicly = (etag: string) => ({ ETag: etag, 'Cache-Control': PUBLIC, Vary: VARY });

/** Sends bytes of a known length; a HEAD gets only the headers. */
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

/**
 * Whether an `If-None-Match` value (`heldEtags`) names an ETag; `*` matches any, and undefined
 * none. Ignores `W/` on either side (RFC 9110 8.8.3.2).
 */
export function isHeld(held: string | undefined, etag: string): boolean {
  if (held === undefined) return false;
  if (held === etag || held.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
