import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { LOOPBACK_HOSTS } from '../../src/registry/addresses.js';
import { problem } from '../../src/registry/errors.js';

/**
 * Creates the check against DNS rebinding (MCP, Streamable HTTP, Security). A page of an attacker
 * can make a browser send requests to a service that only the user reaches, but only under a name
 * of the attacker.
 * - `Origin`, which browsers send with every POST, must be that of `PUBLIC_URL` or of a page on the
 *   user's own machine. A request without `Origin` passes, because no browser sent it.
 * - `Host` of a local service must be a loopback name or an IP address, which no DNS entry can
 *   redirect. In front of a public service, a proxy may send any `Host`.
 *
 * The check throws `origin_mismatch`.
 */
export function createNameCheck(publicUrl: string): (req: IncomingMessage) => void {
  const own = new URL(publicUrl);
  const isLocal = LOOPBACK_HOSTS.includes(own.hostname);
  return ({ headers: { host = '', origin } }) => {
    const isKnown = (!isLocal || isLocalHost(host)) && isKnownOrigin(own, origin);
    if (!isKnown) throw problem('origin_mismatch');
  };
}

function isLocalHost(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return LOOPBACK_HOSTS.includes(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

function isKnownOrigin(own: URL, origin: string | undefined): boolean {
  if (origin === undefined || origin === own.origin) return true;
  const page = URL.parse(origin);
  return page !== null && page.origin === origin && LOOPBACK_HOSTS.includes(page.hostname);
}
