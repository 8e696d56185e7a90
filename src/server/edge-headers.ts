import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { requestIdOf } from '../../rest-facade/trace.js';
import { corsHeadersOf, OPEN_CORS_HEADERS } from '../edge/cors.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The headers of every response, from any part of the service. They forbid browsers to guess types
 * and to send referrers. Pages replace `Referrer-Policy`, because their forms need an `Origin`.
 * With an https `publicUrl`, HSTS keeps browsers on https for a year (RFC 6797). It excludes
 * subdomains, because the operator may serve other things there, also over http.
 */
export function edgeHeadersOf(publicUrl: string): OutgoingHttpHeaders {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Signed URLs of stored files are credentials, which no other site may learn.
    'Referrer-Policy': 'no-referrer',
    ...(publicUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }
      : {}),
  };
}

/** The headers of every response of the API: those of `edgeHeadersOf`, and the CORS headers. */
export function apiHeadersOf(publicUrl: string): OutgoingHttpHeaders {
  return { ...edgeHeadersOf(publicUrl), ...OPEN_CORS_HEADERS };
}

/**
 * Sets `headers` (of `edgeHeadersOf`), the request id and, on paths that are open to any web page,
 * the CORS headers of a response.
 */
export function setEdgeHeaders(
  req: IncomingMessage,
  res: ServerResponse,
  headers: OutgoingHttpHeaders,
): void {
  for (const [name, value] of Object.entries({ ...headers, ...corsHeadersOf(req) })) {
    res.setHeader(name, value ?? '');
  }
  res.setHeader('X-Request-Id', requestIdOf(req));
}
