import type { Platform } from '../../platform/platform.js';
import { SealedElsewhere, type Vault } from '../../platform/vault.js';

/** What an account is proved by, as it is kept. */
export interface Factors {
  /** Of the account. */
  readonly id: string;
  readonly passwordHash: string | null;
  readonly totpSecret: Uint8Array | null;
}

/** Where the TOTP secret of an account is sealed for. */
export function totpPlace(userId: string): string {
  return `users.totp_secret:${userId}`;
}

/**
 * Names the factors of an account without telling them, so that what was checked can be compared
 * with what stands when it counts: another password or second factor has another name. Sealing the
 * same secret with another key keeps the name.
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
