import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { inTime } from '../in-time.js';
import { isPublicAddress } from './address.js';
import { isPublicHost } from './host-name.js';
import { askNameServers, type Resolver } from './resolve-name.js';

/** Where a request may go. */
export interface OutboundPolicy {
  /**
   * Host names, exactly as an address spells them, or all of the public internet; reached by https
   * on port 443 alone.
   */
  readonly hosts: readonly string[] | 'public';
  /** An origin of the operator's choice, which may be private and plain http. */
  readonly trustedOrigin?: string | undefined;
}

/** A request was not sent, or not sent on: its target is none that the policy allows. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/**
 * Refuses an address that the policy does not name: another host or port, another scheme, an
 * address in digits where hosts are named, a user name or a password. Throws TargetRefused; the message names the host at
 * most, since the rest may be a signature.
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
 * Whether a host leads to this network now, and to no public address. A name that nobody knows, or not
 * within so many seconds, leads nowhere.
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
 * The lookup of a connection: it resolves a name and hands on public addresses alone, so that the
 * address that was checked is the one that is connected to, whatever the name says a moment later.
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
