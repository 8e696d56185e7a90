import type { Keys } from '../../../platform/keys.js';

/** The keyed hash by which a record is found: whoever reads the table can present nothing of it. */
export function recordHash(keys: Keys, value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('oauth', value));
}

/**
 * The keyed hash by which a user code is found. People type these, so they are short: the key is not in
 * the database, where a copy of the rows would be enough to guess them.
 */
export function userCodeHash(keys: Keys, normalizedCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('user-codes', normalizedCode));
}
