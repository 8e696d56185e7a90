import type { Platform } from '../../platform/platform.js';
import type { SealedColumn } from '../../platform/reseal.js';
import { SealedElsewhere } from '../../platform/vault.js';
import { problem } from '../../registry/errors.js';
import type { PrivateJwk } from './make-key.js';

interface SealedKey {
  readonly kid: string;
  readonly privateJwk: Uint8Array;
}

/** The place that a key is sealed for: put into another row it does not open. */
export function placeOf(kid: string): string {
  return `signing_keys.private_jwk ${kid}`;
}

/** The sealed private keys that sign ID tokens. */
export const SIGNING_KEYS: SealedColumn = {
  ...{ name: 'signing_keys', table: 'signing_keys', id: 'kid', column: 'private_jwk' },
  placeOf,
};

/** The private key of a row; null where it was sealed with another key than this process has. */
export function openedKey({ vault }: Platform, key: SealedKey): PrivateJwk | null {
  try {
    return JSON.parse(vault.open(placeOf(key.kid), key.privateJwk).toString('utf8'));
  } catch (error) {
    if (error instanceof SealedElsewhere) return null;
    throw error;
  }
}

/** What an operator reads where the key that signs does not open. */
export function sealedElsewhere(kid: string) {
  return problem('service_unavailable', {
    retryAfterSeconds: 60,
    log:
      `the signing key ${kid} was encrypted with another key: set ENCRYPTION_KEY as it was, ` +
      'or make a new signing key with `signing-key rotate`',
  });
}
