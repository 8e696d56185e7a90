import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LIMITS } from '../../registry/limits.js';
import { inTime } from '../clock.js';

/** The allocated part of IPv6. The rest is reserved, even without a named range. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an address belongs to the public internet. All reserved ranges of IPv4 and IPv6
 * are excluded, also for an IPv4 address inside an IPv6 one. Any other text is not public.
 */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(GIVEN_OUT)) return false;
  return address.range() === 'unicast';
}

const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/;
/** Top-level names outside the public internet (RFC 6761, 6762, 7686, 8375). */
const PRIVATE_NAMES = /\.(?:localhost|local|internal|onion|home\.arpa)$/;

/** Returns whether a `URL.hostname` is a name that may belong to the public internet. */
export function isPublicName(hostname: string): boolean {
  return HOST_NAME.test(hostname) && !PRIVATE_NAMES.test(hostname);
}

/** Returns whether a `URL.hostname` may belong to the public internet, by name or address. */
export function isPublicHost(hostname: string): boolean {
  return isPublicName(hostname) || isPublicAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/**
 * Resolves a name to all its addresses. For a name without one, `done` gets an error. Tests replace
 * it.
 */
export type Resolver = (
  host: string,
  done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void,
) => void;

/** The name servers and the timeout; by default the name servers of the machine. */
interface NameServers {
  /** Addresses with their ports. */
  readonly servers?: readonly string[];
  readonly seconds?: number;
}

/**
 * Resolves names through name servers, for IPv4 and IPv6, with a timeout. The system's own lookup
 * blocks one of a few threads without a limit, so one slow name server would delay all other
 * lookups. Unlike the system, this does not know the names of this machine.
 */
export function queryNameServers({
  servers,
  seconds = LIMITS.outboundLookupSeconds,
}: NameServers = {}): Resolver {
  return (host, done) => {
    const resolver = new dns.Resolver({ timeout: seconds * 1000, tries: 1 });
    if (servers) resolver.setServers(servers);
    // The timeout applies to each of several servers, so this limits the total.
    const limit = setTimeout(() => resolver.cancel(), seconds * 1000);
    void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then((results) => {
      clearTimeout(limit);
      const found = results.flatMap((result, at) =>
        result.status === 'fulfilled'
          ? result.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
          : [],
      );
      if (found.length > 0) done(null, found);
      else done(new Error(`${host} has no address`), []);
    });
  };
}

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
 * - an IP address, if the policy lists hosts
 * - a private or reserved address or name, under `public`
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
 * Returns whether a host name resolves only to addresses that are not public. An IP address, an
 * unknown name, or a name that does not resolve within `seconds`, returns false.
 */
export async function resolvesInside(
  hostname: string,
  seconds: number,
  resolve: Resolver = queryNameServers(),
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
 * address is the connected one, even if the name resolves differently a moment later. The connection
 * fails with TargetRefused for a name without a public address, and with the error of `resolve`.
 */
export function publicLookup(resolve: Resolver = queryNameServers()): LookupFunction {
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
