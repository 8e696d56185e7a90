import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** The codings that the service can send a response in. */
export type ContentCoding = 'br' | 'gzip';

const CODINGS = ['br', 'gzip', 'identity'];

/** The library's types lack its option for codings of the same weight. */
interface Preferring {
  encoding(available: string[], options: { readonly preferred: string[] }): string | undefined;
}

/**
 * The coding that a request prefers (RFC 9110 12.5.3), or null to send the bytes unchanged. Among
 * codings of the same weight `br` comes before `gzip`.
 */
export function codingOf(req: IncomingMessage): ContentCoding | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const negotiator: Preferring = new Negotiator(req);
  const chosen = negotiator.encoding(CODINGS, { preferred: CODINGS });
  return chosen === 'br' || chosen === 'gzip' ? chosen : null;
}

/** Adds `Accept-Encoding` to a `Vary` value. */
export function variedByCoding(vary: string): string {
  const names = vary.split(',').map((name) => name.trim());
  if (names.some((name) => name === '*' || name.toLowerCase() === 'accept-encoding')) return vary;
  return [...names.filter((name) => name !== ''), 'Accept-Encoding'].join(', ');
}
