import type { IncomingMessage, ServerResponse } from 'node:http';
import { variedByCoding } from '../platform/http/content-coding.js';

/** Media types of text. Pictures, fonts and archives are already compressed. */
const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)\b|application\/javascript\b|image\/svg\+xml\b)/i;

/** Adds `Accept-Encoding` to `Vary` if the response has a compressible media type. */
export function varyByCoding(res: ServerResponse): void {
  if (!isText(res)) return;
  res.setHeader('Vary', variedByCoding(textOf(res, 'Vary')));
}

/**
 * Returns whether the body of a response may be compressed. Rules:
 * - text with a status that has a body; no range, and no other content coding
 * - no `no-transform`, which signed URLs and pages with a secret set
 * - no strong ETag, because it names exact bytes and `If-Match` needs it unchanged
 * - no request from another site: see `isFromElsewhere`
 */
export function isCompressible(req: IncomingMessage, res: ServerResponse): boolean {
  const { statusCode } = res;
  if (!isText(res) || statusCode < 200 || [204, 206, 304].includes(statusCode)) return false;
  if (res.hasHeader('Content-Encoding') || res.hasHeader('Content-Range')) return false;
  // Files are sent in chunks and uncompressed, and a HEAD must match that.
  if (res.hasHeader('Accept-Ranges')) return false;
  if (/\bno-transform\b/i.test(textOf(res, 'Cache-Control'))) return false;
  const etag = textOf(res, 'ETag');
  return (etag === '' || etag.startsWith('W/')) && !isFromElsewhere(req);
}

/**
 * Returns whether the response is the same for all callers, so that its compressed form can be
 * cached.
 */
export function isShared(res: ServerResponse): boolean {
  return /\bpublic\b/i.test(textOf(res, 'Cache-Control'));
}

/**
 * Returns whether another site may have caused this request with the browser's cookies. The length
 * of a compressed response reveals repeated text. So a site that controls part of the text could
 * guess another part (BREACH). Browsers send the origin of each request in `Sec-Fetch-Site`.
 */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  if (headers.cookie === undefined) return false;
  return !['same-origin', 'none'].includes(String(headers['sec-fetch-site']));
}

function isText(res: ServerResponse): boolean {
  return TEXT.test(textOf(res, 'Content-Type'));
}

function textOf(res: ServerResponse, name: string): string {
  const value = res.getHeader(name);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
