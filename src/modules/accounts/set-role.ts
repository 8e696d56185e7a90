import type { PlatformRole } from '../../registry/access.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { userIdOf } from './block-user.js';
import { bumpAccess } from './bump-access.js';
import { lockAccount } from './lock-account.js';

/**
 * Gives an account a platform role; the one that it has changes nothing. Takes effect with the next
 * request, in browsers and with all credentials that exist, since none of them keeps the role.
 * Answers the id of the account. Throws `user_not_found`.
 */
export async function setRole(
  ctx: RequestContext,
  username: string,
  role: PlatformRole,
): Promise<string> {
  const id = await userIdOf(ctx, username);
  await transact(ctx, async (tx) => {
    const { role: was } = await lockAccount(tx, id);
    if (was === role) return;
    await tx.user.update({
      where: { id },
      data: { role, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    await audit(tx, ctx, {
      action: 'user.role_changed',
      targetKind: 'user',
      targetId: id,
      data: { role, was },
    });
    await bumpAccess(tx, id, ['account']);
  });
  return id;
}
