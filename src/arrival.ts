import type { IncomingMessage } from 'node:http';
import { LIMITS } from './registry/limits.js';

/**
 * Why a request cannot be served whatever it asks for, or null. Node's parser has seen to the
 * syntax; these rules are for what two readers of one connection could understand differently
 * (RFC 9112 3.2, 6.1), and for what Node would leave out without a word:
 * - HTTP/1.1 names exactly one `Host`
 * - `chunked` is the only transfer coding, and HTTP/1.0 has none
 * - at most 100 headers
 */
export function requestFault(req: IncomingMessage): string | null {
  const { rawHeaders, headers, httpVersion } = req;
  if (rawHeaders.length / 2 > LIMITS.headersPerRequest) return 'too many headers';
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) return 'not one Host';
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (httpVersion === '1.0') return 'a transfer coding in HTTP/1.0';
  return coding.trim().toLowerCase() === 'chunked' ? null : 'an unknown transfer coding';
}

/** The path and query of a request target; proxies may write the whole address (RFC 9112 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
