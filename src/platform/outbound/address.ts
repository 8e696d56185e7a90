import ipaddr from 'ipaddr.js';

/** All that is given out of the sixth version; the rest is set aside, whether it has a name or not. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet: of all ranges that are set aside, in the first
 * version of IP, in the sixth, or as one written within the other, none does.
 * Whatever is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(GIVEN_OUT)) return false;
  return address.range() === 'unicast';
}
