import { isPublicAddress } from './address.js';

const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/;
/** Names that never lead to a host of the public internet (RFC 6761, 6762, 7686, 8375). */
const PRIVATE_NAMES = /\.(?:localhost|local|internal|onion|home\.arpa)$/;

/** Whether a host, as `URL` spells it, has a name that may lead to the public internet. */
export function isPublicName(hostname: string): boolean {
  return HOST_NAME.test(hostname) && !PRIVATE_NAMES.test(hostname);
}

/** Whether a host, as `URL` spells it, may be of the public internet: by such a name, or by its address. */
export function isPublicHost(hostname: string): boolean {
  return isPublicName(hostname) || isPublicAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
}
