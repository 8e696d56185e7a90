import type { IncomingMessage, ServerResponse } from 'node:http';
import { variedByCoding } from '../platform/http/content-coding.js';

/** Media types of text. Pictures, fonts and archives are compressed already. */
const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)\b|application\/javascript\b|image\/svg\+xml\b)/i;

/** Adds `Accept-Encoding` to `Vary` if the response is of a kind that is sent compressed. */
export function varyByCoding(res: ServerResponse): void {
  if (!isText(res)) return;
  res.setHeader('Vary', variedByCoding(textOf(res, 'Vary')));
}

/**
 * Whether the body of a response may be compressed. Rules:
 * - text with a status that has a body; no range, and no other content coding
 * - no `no-transform`, which files of signed addresses and pages with a secret carry
 * - no strong ETag: it names exact bytes, and `If-Match` needs it as it is
 * - not to another site: see `isFromElsewhere`
 */
export function isCompressible(req: IncomingMessage, res: ServerResponse): boolean {
  const { statusCode } = res;
  if (!isText(res) || statusCode < 200 || [204, 206, 304].includes(statusCode)) return false;
  if (res.hasHeader('Content-Encoding') || res.hasHeader('Content-Range')) return false;
  // Files are sent in pieces and as they are; a HEAD must not say otherwise.
  if (res.hasHeader('Accept-Ranges')) return false;
  if (/\bno-transform\b/i.test(textOf(res, 'Cache-Control'))) return false;
  const etag = textOf(res, 'ETag');
  return (etag === '' || etag.startsWith('W/')) && !isFromElsewhere(req);
}

/** Whether the content is the same for all callers, so that its compressed form can be kept. */
export function isShared(res: ServerResponse): boolean {
  return /\bpublic\b/i.test(textOf(res, 'Cache-Control'));
}

/**
 * Whether another site may have made a browser send this request with its cookies. The length of a
 * compressed response tells which of its text repeats, so a site that chooses a part of the text could
 * guess another part (BREACH). Browsers name the origin of each request in `Sec-Fetch-Site`.
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
