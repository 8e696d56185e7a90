import { requireUser } from '../../request/authorize.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { endSessions } from '../sessions/index.js';
import { confirmPassword } from './confirm-password.js';
import { hashPassword, newPassword } from './password.js';

/**
 * Changes the viewer's password and ends their sessions in other browsers. False where the old one
 * is wrong. Throws `invalid_input` for a new one that is too short or too long, `unauthorized`,
 * `rate_limited`.
 */
export async function changePassword(
  ctx: RequestContext,
  passwords: { readonly old: string; readonly new: string },
): Promise<boolean> {
  const { userId, credential } = requireUser(ctx);
  const chosen = checked(newPassword, passwords.new);
  if (!(await confirmPassword(ctx, passwords.old))) return false;
  const passwordHash = await hashPassword(chosen);
  await transact(ctx, async (tx) => {
    await tx.user.update({
      where: { id: userId },
      data: {
        passwordHash,
        revision: { increment: 1 },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    await endSessions(tx, ctx, userId, credential.id);
    await audit(tx, ctx, { action: 'user.password_changed', targetKind: 'user', targetId: userId });
  });
  return true;
}
