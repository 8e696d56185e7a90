import type { IncomingMessage } from 'node:http';

/** Returns whether the request comes from a browser that will show the response. */
export function asksForPage({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}
