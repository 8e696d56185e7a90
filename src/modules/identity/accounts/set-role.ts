import type { PlatformRole } from '../../../registry/access.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { userIdOf } from './block-user.js';
import { bumpAccess } from './bump-access.js';
import { lockAccount } from './lock-account.js';

/**
 * Sets the platform role of an account and returns the account id. Does nothing if the account has
 * that role. The role applies from the next request, because neither sessions nor credentials store
 * it. Throws `user_not_found`.
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
