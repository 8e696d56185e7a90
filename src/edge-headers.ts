import type { OutgoingHttpHeaders } from 'node:http';

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
