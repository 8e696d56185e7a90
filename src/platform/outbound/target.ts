import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { inTime } from '../in-time.js';
import { isPublicAddress } from './address.js';
import { isPublicHost } from './host-name.js';
import { askNameServers, type Resolver } from './resolve-name.js';

/** The allowed targets of a request. */
export interface OutboundPolicy {
  /**
   * Host names in the exact spelling of a URL, or the whole public internet. Only https on port
   * 443.
   */
  readonly hosts: readonly string[] | 'public';
  /** An origin that the operator chose. It may be private and use plain http. */
  readonly trustedOrigin?: string | undefined;
}

/** The policy does not allow the target, so the request or its redirect was not sent. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/**
 * Rejects a URL that the policy does not allow. Throws TargetRefused for:
 * - another host, port or scheme
 * - an IP address where names are required
 * - a user name or a password
 * The message contains at most the host, because the rest may be a signature.
 */
export function checkTarget(url: URL, policy: OutboundPolicy): void {
  if (url.username !== '' || url.password !== '') throw new TargetRefused('a target with a user');
  if (policy.trustedOrigin !== undefined && url.origin === policy.trustedOrigin) return;
  const isNamed =
    policy.hosts === 'public'
      ? isPublicHost(url.hostname)
      : policy.hosts.includes(url.hostname) && isIP(url.hostname) === 0;
  if (url.protocol !== 'https:' || url.port !== '' || !isNamed) {
    throw new TargetRefused(`${url.protocol}//${url.hostname} is no allowed target`);
  }
}

/**
 * Returns whether a host name resolves only to addresses that are not public. An unknown name, or
 * one that does not resolve within `seconds`, returns false.
 */
export async function resolvesInside(
  hostname: string,
  seconds: number,
  resolve: Resolver = askNameServers(),
): Promise<boolean> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return false;
  const found = new Promise<readonly { readonly address: string }[]>((done) =>
    resolve(hostname, (error, addresses) => done(error ? [] : addresses)),
  );
  const addresses = await inTime(found, seconds * 1000).catch(() => []);
  return addresses.length > 0 && !addresses.some(({ address }) => isPublicAddress(address));
}

/**
 * The lookup function of a connection. It returns only public addresses, so that the checked
 * address is the connected one, even if the name resolves differently a moment later.
 */
export function publicLookup(resolve: Resolver = askNameServers()): LookupFunction {
  return (host, options, done) => {
    resolve(host, (error, found) => {
      if (error) return done(error, '');
      const [first, ...rest] = found.filter(({ address }) => isPublicAddress(address));
      if (!first) return done(new TargetRefused(`${host} has no public address`), '');
      if (options.all) return done(null, [first, ...rest]);
      return done(null, first.address, first.family);
    });
  };
}
