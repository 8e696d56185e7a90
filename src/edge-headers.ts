import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { traceOf } from '../rest-facade/trace.js';
import { corsHeadersOf } from './edge/cors.js';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Headers of every response, whatever part of the service writes it. Pages replace
 * `Referrer-Policy`, because their forms need an `Origin`. A browser that saw the service on https
 * never returns to http (RFC 6797); other hosts of the domain are the operator's business.
 */
export function edgeHeadersOf(publicUrl: string): OutgoingHttpHeaders {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Addresses of stored files are credentials, which no other site may learn.
    'Referrer-Policy': 'no-referrer',
    ...(publicUrl.startsWith('https:')
      ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` }
      : {}),
  };
}

/** Sets the headers of every response, the id of the request, and what its address allows other sites. */
export function setEdgeHeaders(
  req: IncomingMessage,
  res: ServerResponse,
  headers: OutgoingHttpHeaders,
): void {
  for (const [name, value] of Object.entries({ ...headers, ...corsHeadersOf(req) })) {
    res.setHeader(name, value ?? '');
  }
  res.setHeader('X-Request-Id', traceOf(req).requestId);
}
