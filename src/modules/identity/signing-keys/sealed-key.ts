import type { Platform } from '../../../platform/platform.js';
import type { SealedColumn } from '../../../platform/reseal.js';
import { SealedElsewhere } from '../../../platform/vault.js';
import { problem } from '../../../registry/errors.js';
import type { PrivateJwk } from './make-key.js';

interface SealedKey {
  readonly kid: string;
  readonly privateJwk: Uint8Array;
}

/** The vault place of a key. A sealed key does not open in another row. */
export function placeOf(kid: string): string {
  return `signing_keys.private_jwk ${kid}`;
}

/** The column with the sealed private keys for ID tokens. */
export const SIGNING_KEYS: SealedColumn = {
  ...{ name: 'signing_keys', table: 'signing_keys', id: 'kid', column: 'private_jwk' },
  placeOf,
};

/**
 * The private key of a row, or null if it was sealed with a key that this process does not have.
 */
export function openedKey({ vault }: Platform, key: SealedKey): PrivateJwk | null {
  try {
    return JSON.parse(vault.open(placeOf(key.kid), key.privateJwk).toString('utf8'));
  } catch (error) {
    if (error instanceof SealedElsewhere) return null;
    throw error;
  }
}

/** The error for an operator if the signing key does not open. */
export function sealedElsewhere(kid: string) {
  return problem('service_unavailable', {
    retryAfterSeconds: 60,
    log:
      `the signing key ${kid} was encrypted with another key: set ENCRYPTION_KEY as it was, ` +
      'or make a new signing key with `signing-key rotate`',
  });
}
