import { isIPv6 } from 'node:net';

/**
 * The address range of one site: an IPv4 /24, or the /64 of an IPv6 address. For counts of requests
 * that are rare, so that the addresses of one hoster count together. Expects a valid address, like
 * the functions below.
 */
export function siteOf(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.');
}

/** The address range of one party: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return mappedIpv4(groups) ?? groups.slice(0, 4).join(':');
}

/**
 * The /48 of an IPv6 address, which has 65,536 networks and often belongs to one customer of a
 * hoster. Null for IPv4, where `siteOf` is the widest range.
 */
export function customerOf(address: string): string | null {
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  return mappedIpv4(groups) === null ? groups.slice(0, 3).join(':') : null;
}

/** The IPv4 address in an IPv6 address that stands for one, or null. */
function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 0xff])
    .join('.');
}

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes every IPv6 address in its canonical form.
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head ? head.split(':') : [];
  if (tail === undefined) return left;
  const right = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}
