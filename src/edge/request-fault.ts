import type { IncomingMessage } from 'node:http';
import { LIMITS } from '../registry/limits.js';
import type { MalformedPart } from '../registry/malformed.js';

/**
 * Returns why a request is invalid, or null. Node's parser has checked the syntax. These rules
 * cover requests that two parsers could read differently (RFC 9112 3.2, 6.1), and what Node would
 * drop silently:
 * - HTTP/1.1 has exactly one `Host`, and HTTP/1.0 at most one
 * - `chunked` is the only transfer coding, and HTTP/1.0 has none
 * - at most 100 headers
 */
export function requestFault(req: IncomingMessage): MalformedPart | null {
  const { rawHeaders, headers, httpVersion } = req;
  if (rawHeaders.length / 2 > LIMITS.headersPerRequest) return 'headers';
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) return 'host';
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (httpVersion === '1.0') return 'transfer_coding';
  return coding.trim().toLowerCase() === 'chunked' ? null : 'transfer_coding';
}

/**
 * The path and query of a request target. Proxies may send the absolute form (RFC 9112 3.2.2). Any
 * other target, such as `*`, stays as it is.
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
