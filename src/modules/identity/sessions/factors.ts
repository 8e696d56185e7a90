import type { Platform } from '../../../platform/platform.js';
import { SealedElsewhere, type Vault } from '../../../platform/vault.js';

/** The stored password hash and second factor of an account. */
export interface Factors {
  /** The id of the account. */
  readonly id: string;
  readonly passwordHash: string | null;
  readonly totpSecret: Uint8Array | null;
}

/** The vault place of an account's TOTP secret. */
export function totpPlace(userId: string): string {
  return `users.totp_secret:${userId}`;
}

/**
 * Returns a fingerprint of an account's factors. It lets a later step compare the verified factors
 * with the current ones. A new password or second factor changes it; sealing the same secret with
 * another key does not.
 */
export function nameOfFactors(
  { keys, vault }: Pick<Platform, 'keys' | 'vault'>,
  { id, passwordHash, totpSecret }: Factors,
): string {
  const secret = totpSecret && nameOfSecret(vault, id, totpSecret);
  const said = JSON.stringify(['factors', passwordHash, secret]);
  return keys.mac('factors', said).toString('base64url');
}

/** Whether two sealed TOTP secrets of an account are the same one. */
export function isSameSecret(
  vault: Vault,
  userId: string,
  one: Uint8Array | null,
  other: Uint8Array | null,
): boolean {
  if (!one || !other) return one === other;
  return nameOfSecret(vault, userId, one) === nameOfSecret(vault, userId, other);
}

/** The secret itself, or its sealed bytes if this process cannot open them. */
function nameOfSecret(vault: Vault, userId: string, sealed: Uint8Array): string {
  try {
    return `secret ${vault.open(totpPlace(userId), sealed).toString('utf8')}`;
  } catch (error) {
    if (!(error instanceof SealedElsewhere)) throw error;
    return `sealed ${Buffer.from(sealed).toString('base64url')}`;
  }
}
