import { isIPv6 } from 'node:net';

/**
 * The address range of one site: an IPv4 /24, or the /64 of an IPv6 address. For counts of requests
 * that are rare, so that the addresses of one hoster count together.
 */
export function siteOf(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.');
}

/** The address range of one party: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefix64(address) : address;
}

function prefix64(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  // The URL parser writes every IPv6 address in its canonical form.
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const left = head ? head.split(':') : [];
  const right = canonical.includes('::') && tail ? tail.split(':') : [];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = canonical.includes('::') ? [...left, ...zeros, ...right] : left;
  return groups.slice(0, 4).join(':');
}
