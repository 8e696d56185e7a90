import { requireSession } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { holdCaller } from '../../../request/hold-caller.js';
import { transact } from '../../../request/transact.js';
import { confirmPassword } from '../accounts/confirm-password.js';
import { hashPassword, newPassword } from '../accounts/password.js';
import { renewSession } from '../sessions/renew-session.js';
import type { StartedSession } from '../sessions/start-session.js';
import { stillHasFactors } from '../sessions/still-has-factors.js';
import { type AccessKind, endAccess } from './end-access.js';

/** A new password, and the kinds of access to keep. All other access ends. */
export interface PasswordChange {
  readonly old: string;
  readonly new: string;
  readonly keeps: readonly AccessKind[];
}

/**
 * Changes the viewer's password and ends access that a thief of the old one may have created. This
 * includes other browser sessions, tokens and keys, and approvals of applications. The viewer may
 * keep some of these kinds. The current session continues with a new token, which is the result.
 * Returns null if the old password is wrong, also after a concurrent change.
 *
 * One transaction locks the account. Every write that creates access also locks it (`holdCaller`),
 * so such access is either ended here or refused afterwards. Throws `invalid_input` for a new
 * password that is too short or too long, `forbidden`, `unauthorized`, `rate_limited`.
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
    if (!(await stillHasFactors(tx, ctx, proven))) return null;
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
