import { isPublicAddress } from './address.js';

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
