import type { Keys } from '../../../platform/keys.js';

/** The keyed hash by which a record is found: whoever reads the table can present nothing of it. */
export function recordHash(keys: Keys, value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keys.mac('oauth', value));
}
