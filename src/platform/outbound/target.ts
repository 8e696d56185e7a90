import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { isPublicAddress } from './address.js';

/** Where a request may go. */
export interface OutboundPolicy {
  /** Host names, exactly as an address spells them; reached by https on port 443 alone. */
  readonly hosts: readonly string[];
  /** An origin of the operator's choice, which may be private and plain http. */
  readonly trustedOrigin?: string | undefined;
}

/** Resolves a name as `dns.lookup` does with `all`; tests put their own in its place. */
export type Resolver = (
  host: string,
  done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void,
) => void;

/** A request was not sent, or not sent on: its target is none that the policy allows. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/**
 * Refuses an address that the policy does not name: another host or port, another scheme, an
 * address in digits, a user name or a password. Throws TargetRefused; the message names the host at
 * most, since the rest may be a signature.
 */
export function checkTarget(url: URL, policy: OutboundPolicy): void {
  if (url.username !== '' || url.password !== '') throw new TargetRefused('a target with a user');
  if (policy.trustedOrigin !== undefined && url.origin === policy.trustedOrigin) return;
  const isNamed = policy.hosts.includes(url.hostname) && isIP(url.hostname) === 0;
  if (url.protocol !== 'https:' || url.port !== '' || !isNamed) {
    throw new TargetRefused(`${url.protocol}//${url.hostname} is no allowed target`);
  }
}

const resolveByDns: Resolver = (host, done) =>
  lookUp(host, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []));

/**
 * The lookup of a connection: it resolves a name and hands on public addresses alone, so that the
 * address that was checked is the one that is connected to, whatever the name says a moment later.
 */
export function publicLookup(resolve: Resolver = resolveByDns): LookupFunction {
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
