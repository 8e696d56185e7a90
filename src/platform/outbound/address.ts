import ipaddr from 'ipaddr.js';

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
