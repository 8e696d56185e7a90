import type { IncomingMessage } from 'node:http';

/** Whether a browser shows the response to a person. */
export function asksForPage({ headers }: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}
