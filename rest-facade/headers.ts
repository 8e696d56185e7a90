import type { IncomingMessage } from 'node:http';

/** A request header as one text; repeated ones are joined, as RFC 9110 5.3 requires. */
export function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
