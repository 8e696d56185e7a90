import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LIMITS } from '../registry/limits.js';
import { originForm } from './request-fault.js';

/**
 * Paths that any web page may use, each with everything below it.
 * `/oauth/revoke` and `/oauth/introspect` are not among them: the issuer sets their CORS headers,
 * by the origins of the client.
 */
const OPEN_PATHS = [
  '/v1',
  '/api/v1',
  '/.well-known',
  '/storage',
  '/mirror',
  '/oauth/token',
  '/oauth/device_authorization',
] as const;

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/**
 * Headers that pages send to signed storage URLs and read from the responses. A bucket needs the
 * same headers in its own CORS rule; see `docs/operations.md`.
 */
export const STORAGE_CORS = {
  allowedHeaders: [
    'Content-MD5',
    'Content-Type',
    'If-Match',
    'If-Modified-Since',
    'If-None-Match',
    'If-Range',
    'If-Unmodified-Since',
    'Range',
  ],
  exposedHeaders: [
    'ETag',
    'Content-Range',
    'Accept-Ranges',
    'Content-Disposition',
    'Content-Length',
  ],
} as const;

const ALLOWED_HEADERS = [
  'Authorization',
  'Idempotency-Key',
  'X-Service-Client',
  'X-Service-Client-Version',
  'X-Request-Id',
  'traceparent',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  ...STORAGE_CORS.allowedHeaders,
].join(', ');

const EXPOSED_HEADERS = [
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-Upload-Correlation-Id',
  'WWW-Authenticate',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Deprecation',
  'Sunset',
  'Link',
  ...STORAGE_CORS.exposedHeaders,
].join(', ');

/** The CORS headers of the responses that any web page may read. */
export const OPEN_CORS_HEADERS: OutgoingHttpHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
};
const NONE: OutgoingHttpHeaders = {};

/**
 * The CORS headers of a response; empty if its path is not open. They are the same for every
 * origin, so a response of an open path does not depend on `Origin`. They never allow credentials:
 * a page without a token reads only public data.
 */
export function corsHeadersOf(req: IncomingMessage): OutgoingHttpHeaders {
  return isOpen(req) ? OPEN_CORS_HEADERS : NONE;
}

/**
 * Responds to the preflight of an open path, and returns true. Returns false for every other
 * request, without a response. The caller sets the headers of `corsHeadersOf` first, because this
 * function adds only the methods, the request headers and the cache time.
 */
export function respondToPreflight(req: IncomingMessage, res: ServerResponse): boolean {
  const { origin, 'access-control-request-method': method } = req.headers;
  const isPreflight = req.method === 'OPTIONS' && origin !== undefined && method !== undefined;
  if (!isPreflight || !isOpen(req)) return false;
  res.writeHead(204, {
    'Access-Control-Allow-Methods': ALLOWED_METHODS,
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': LIMITS.preflightCacheSeconds,
  });
  res.end();
  return true;
}

/** Returns whether any origin may use the path of a request. */
function isOpen(req: IncomingMessage): boolean {
  const [path = ''] = originForm(req.url ?? '').split('?', 1);
  return OPEN_PATHS.some((open) => path === open || path.startsWith(`${open}/`));
}
