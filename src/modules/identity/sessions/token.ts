import { randomBytes } from 'node:crypto';
import type { Keys } from '../../../platform/keys.js';

/** Returns a new session token: 256 random bits. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The keyed hash that is stored instead of the token. */
export function hashOf(keys: Keys, token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('sessions', token));
}

/** The keyed hashes of a token under the current and the former keys, for the lookup. */
export function hashesOf(keys: Keys, token: string): Uint8Array<ArrayBuffer>[] {
  return keys.macs('sessions', token).map((mac) => new Uint8Array(mac));
}
