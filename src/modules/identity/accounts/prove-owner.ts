import type { Tx } from '../../../platform/database/connect.js';
import { hasSteppedUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { stillHasFactors } from '../sessions/factors.js';
import { confirmPassword } from './check-sign-in.js';

/** A proof that the caller is the owner of the account, and not only holds a session. */
export interface OwnerProof {
  /**
   * Whether the proof is still valid: false if the password or a second factor has changed since.
   * The caller locks the account first. A proof by a recent second factor is always valid.
   */
  isValid(tx: Tx): Promise<boolean>;
}

/** Whether a sensitive action asks for the password. A recent second factor replaces it. */
export function needsPassword(ctx: RequestContext): boolean {
  return !hasSteppedUp(ctx);
}

/**
 * Proves that the viewer owns the account, by a recent second factor or by the password. Returns
 * null for a wrong password. Throws `unauthorized`, and the errors of `checkSignIn`.
 */
export async function proveOwner(
  ctx: RequestContext,
  password: string,
): Promise<OwnerProof | null> {
  if (!needsPassword(ctx)) return { isValid: async () => true };
  const proven = await confirmPassword(ctx, password);
  return proven && { isValid: (tx) => stillHasFactors(tx, ctx, proven) };
}
