import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { SealedElsewhere, type Vault } from '../../../platform/vault.js';
import type { RequestContext } from '../../../request/context.js';

/**
 * The stored password hash, sealed TOTP secret and passkeys of an account. Hash and secret are null
 * if the account has none.
 */
export interface Factors {
  /** The id of the account. */
  readonly id: string;
  readonly passwordHash: string | null;
  readonly totpSecret: Uint8Array | null;
  readonly passkeys: readonly { readonly id: string }[];
}

/** The columns of `users` that hold the factors of an account. */
export const FACTOR_COLUMNS = {
  id: true,
  passwordHash: true,
  totpSecret: true,
  passkeys: { select: { id: true } },
} as const;

/** Returns the place to which the vault binds the sealed TOTP secret of an account. */
export function totpPlace(userId: string): string {
  return `users.totp_secret:${userId}`;
}

/**
 * Returns a fingerprint of an account's factors. It lets a later step compare the verified factors
 * with the current ones. A new password hash, a new secret, and a passkey that was added or removed
 * change it. Sealing the same secret with another key and the use of a passkey do not.
 */
export function fingerprintOfFactors(
  { keys, vault }: Pick<Platform, 'keys' | 'vault'>,
  { id, passwordHash, totpSecret, passkeys }: Factors,
): string {
  const secret = totpSecret && fingerprintOfSecret(vault, id, totpSecret);
  const passkeyIds = passkeys.map((passkey) => passkey.id).sort();
  const text = JSON.stringify(['factors', passwordHash, secret, ...passkeyIds]);
  return keys.mac('factors', text).toString('base64url');
}

/**
 * Returns whether two sealed TOTP secrets of an account are the same one. Null, for no secret,
 * equals only null.
 */
export function isSameSecret(
  vault: Vault,
  userId: string,
  one: Uint8Array | null,
  other: Uint8Array | null,
): boolean {
  if (!one || !other) return one === other;
  return fingerprintOfSecret(vault, userId, one) === fingerprintOfSecret(vault, userId, other);
}

/** The secret itself, or its sealed bytes if this process cannot open them. */
function fingerprintOfSecret(vault: Vault, userId: string, sealed: Uint8Array): string {
  try {
    return `secret ${vault.open(totpPlace(userId), sealed).toString('utf8')}`;
  } catch (error) {
    if (!(error instanceof SealedElsewhere)) throw error;
    return `sealed ${Buffer.from(sealed).toString('base64url')}`;
  }
}

/** An account, and the fingerprint of its factors when the user proved one of them. */
interface FactorsAtProof {
  readonly userId: string;
  readonly factorsFingerprint: string;
}

/** Whether an account still has the factors of this fingerprint. The caller locks the account. */
export async function stillHasFactors(
  tx: Tx,
  { platform }: RequestContext,
  { userId, factorsFingerprint }: FactorsAtProof,
): Promise<boolean> {
  const factors = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: FACTOR_COLUMNS,
  });
  return fingerprintOfFactors(platform, factors) === factorsFingerprint;
}
