import { randomBytes } from 'node:crypto';
import type { Keys } from '../../platform/keys.js';

/** A new value for the cookie of a session: 256 random bits. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The keyed hash that is kept of a session. */
export function hashOf(keys: Keys, token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('sessions', token));
}

/** The keyed hashes by which a session is found: one began under the present key or a former one. */
export function hashesOf(keys: Keys, token: string): Uint8Array<ArrayBuffer>[] {
  return keys.macs('sessions', token).map((mac) => new Uint8Array(mac));
}
