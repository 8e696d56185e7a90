import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { SealedElsewhere, type Vault } from '../../../platform/vault.js';
import type { RequestContext } from '../../../request/context.js';

/** The stored password hash and second factor of an account. */
export interface Factors {
  /** The id of the account. */
  readonly id: string;
  readonly passwordHash: string | null;
  readonly totpSecret: Uint8Array | null;
}

/** The vault place of an account's TOTP secret. */
export function totpVaultKey(userId: string): string {
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
  const text = JSON.stringify(['factors', passwordHash, secret]);
  return keys.mac('factors', text).toString('base64url');
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
    return `secret ${vault.open(totpVaultKey(userId), sealed).toString('utf8')}`;
  } catch (error) {
    if (!(error instanceof SealedElsewhere)) throw error;
    return `sealed ${Buffer.from(sealed).toString('base64url')}`;
  }
}

/** An account, and the fingerprint of the verified factors. */
interface ProvenBy {
  readonly userId: string;
  readonly provenBy: string;
}

/** Whether the factors of an account are still the verified ones. The caller locks the account. */
export async function stillHasFactors(
  tx: Tx,
  { platform }: RequestContext,
  { userId, provenBy }: ProvenBy,
): Promise<boolean> {
  const factors = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, passwordHash: true, totpSecret: true },
  });
  return nameOfFactors(platform, factors) === provenBy;
}
