import { requireSession } from '../../request/authorize.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import { holdCaller } from '../../request/hold-caller.js';
import { transact } from '../../request/transact.js';
import { confirmPassword, hashPassword, newPassword } from '../accounts/index.js';
import { renewSession, type StartedSession, standFactors } from '../sessions/index.js';
import { type AccessKind, endAccess } from './end-access.js';

/** A new password, and the access that goes on; all other access ends. */
export interface PasswordChange {
  readonly old: string;
  readonly new: string;
  readonly keeps: readonly AccessKind[];
}

/**
 * Changes the viewer's password and ends everything that the old one may have made, unless the viewer
 * keeps it: sessions in other browsers; tokens and keys; what applications were allowed. The session
 * that asks goes on under a new token, which is the result. Null if the old password is wrong, also if
 * another request changed it meanwhile.
 *
 * It is one transaction that holds the account. Every write that makes further access holds the account
 * too (`holdCaller`), so it is either ended here or refused afterwards.
 * Throws `invalid_input` for a new password that is too short or too long, `forbidden`, `unauthorized`,
 * `rate_limited`.
 */
export async function changePassword(
  ctx: RequestContext,
  change: PasswordChange,
): Promise<StartedSession | null> {
  const { userId } = requireSession(ctx);
  const chosen = checked(newPassword, change.new);
  const proven = await confirmPassword(ctx, change.old);
  if (!proven) return null;
  const passwordHash = await hashPassword(chosen);
  return transact(ctx, async (tx) => {
    await holdCaller(tx, ctx);
    if (!(await standFactors(tx, ctx, proven))) return null;
    await tx.user.update({
      where: { id: userId },
      data: {
        ...{ passwordHash, revision: { increment: 1 } },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    const session = await renewSession(tx, ctx);
    await endAccess(tx, ctx, { userId, sessionId: session.id, keeps: change.keeps });
    return session;
  });
}
