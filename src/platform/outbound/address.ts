import ipaddr from 'ipaddr.js';

/**
 * Whether an address belongs to the public internet: of all ranges that are set aside, in the first
 * version of IP, in the sixth, or as one written within the other, none does.
 * Whatever is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast';
}
