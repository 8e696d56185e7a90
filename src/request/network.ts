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
  return mappedIpv4(address) ?? (isIPv6(address) ? prefixOf(address, 64) : address);
}

/**
 * The /48 of an IPv6 address, which has 65,536 networks and often belongs to one customer of a
 * hoster. Null for IPv4, where `siteOf` is the widest range.
 */
export function customerOf(address: string): string | null {
  return mappedIpv4(address) === null && isIPv6(address) ? prefixOf(address, 48) : null;
}

/** The IPv4 address in an IPv6 address that stands for one, or null. */
function mappedIpv4(address: string): string | null {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? null;
}

function prefixOf(address: string, bits: 48 | 64): string {
  // The URL parser writes every IPv6 address in its canonical form.
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const left = head ? head.split(':') : [];
  const right = canonical.includes('::') && tail ? tail.split(':') : [];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = canonical.includes('::') ? [...left, ...zeros, ...right] : left;
  return groups.slice(0, bits / 16).join(':');
}
