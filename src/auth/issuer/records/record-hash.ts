import type { Keys } from '../../../platform/keys.js';

/**
 * The keyed hash by which a record is found. A copy of the table contains nothing that could be
 * presented.
 */
export function recordHash(keys: Keys, value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('oauth', value));
}

/**
 * The keyed hash by which a user code is found. User codes are short, because people type them. The
 * key is outside the database, else a copy of the rows would suffice to guess them.
 */
export function userCodeHash(keys: Keys, normalizedCode: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('user-codes', normalizedCode));
}
