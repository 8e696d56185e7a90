import { lockOpenAccount } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { endAccess } from '../account-security/end-access.js';
import { countMailRequest } from '../accounts/count-attempts.js';
import { resetGuesses } from '../accounts/guarded-guess.js';
import { hashPassword } from '../accounts/password.js';
import { type PasswordFault, passwordFault } from '../accounts/password-policy.js';
import { addressOf } from './addresses.js';
import { createLink, findLink, spendLink, type UsableLink } from './link.js';

/**
 * Requests a link that resets the password of the account with an address. The work and the result
 * are the same whether or not such an account exists. Returns false if the text is no address.
 * Throws `rate_limited`.
 */
export async function requestReset(ctx: RequestContext, text: string): Promise<boolean> {
  const address = addressOf(text);
  if (address === null) return false;
  await countMailRequest(ctx, 'reset_password', address);
  await transact(ctx, (tx) =>
    createLink(tx, ctx.platform, { purpose: 'reset_password', userId: null, address }),
  );
  return true;
}

/** Returns the link of a reset without using it up; null if it does not work. */
export function readReset(ctx: RequestContext, token: string): Promise<UsableLink | null> {
  return findLink(ctx.platform, 'reset_password', token);
}

/**
 * Sets the password that the owner of a link chose. The link works once. All sessions, tokens,
 * keys, approvals and other links of the account end, and its owner gets a mail. Earlier wrong
 * guesses at the password of this account no longer count in the limits of the account for this
 * network (`resetGuesses`). No session starts, so the next sign-in still demands the second factor.
 * Returns why the password is refused, `stale` if the link does not work, or null. Throws
 * `account_blocked` if the account was blocked after the link was read, and `service_unavailable`
 * if too many passwords are being hashed.
 */
export async function resetPassword(
  ctx: RequestContext,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<PasswordFault | 'stale' | null> {
  const link = await readReset(ctx, token);
  if (!link) return 'stale';
  const { userId, username } = link;
  const fault = await passwordFault(password, username);
  if (fault !== null) return fault;
  const passwordHash = await hashPassword(password, ctx.platform.passwordCost);
  const isDone = await transact(ctx, async (tx) => {
    await lockOpenAccount(tx, userId);
    if (!(await spendLink(tx, link))) return false;
    await tx.user.update({
      where: { id: userId },
      data: {
        passwordHash,
        passwordResetAt: ctx.platform.clock.now(),
        revision: { increment: 1 },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    await endAccess(tx, ctx, { userId, keeps: [] });
    return true;
  });
  if (!isDone) return 'stale';
  // Wrong guesses before the reset, also those of others, must not lock its owner out.
  await resetGuesses(ctx, { purpose: 'password', account: userId, userId });
  return null;
}
