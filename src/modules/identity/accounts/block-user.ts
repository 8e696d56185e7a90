import { problem } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { endSessions } from '../sessions/end-sessions.js';
import { bumpAccess } from './bump-access.js';

/** Returns the id of the account with a username. Throws `user_not_found`. */
export async function userIdOf(ctx: RequestContext, username: string): Promise<string> {
  const user = await ctx.platform.db.user.findUnique({ where: { username }, select: { id: true } });
  if (!user) throw problem('user_not_found');
  return user.id;
}

/**
 * Blocks or unblocks an account and returns its id. Does nothing if the account already has that
 * state. A block applies from the next request, for every credential, and ends all browser
 * sessions. Throws `user_not_found`.
 */
export async function setBlocked(
  ctx: RequestContext,
  username: string,
  blocked: boolean,
): Promise<string> {
  const id = await userIdOf(ctx, username);
  const event = blocked ? 'block' : 'unblock';
  await transact(ctx, async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, state: { in: sources(LIFECYCLES.user, event) } },
      data: {
        state: LIFECYCLES.user.events[event].to,
        revision: { increment: 1 },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    if (count === 0) return;
    if (blocked) await endSessions(tx, ctx, id);
    await audit(tx, ctx, { action: `user.${event}ed`, targetKind: 'user', targetId: id });
    await bumpAccess(tx, id, ['account']);
  });
  return id;
}
