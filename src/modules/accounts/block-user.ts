import { problem } from '../../registry/errors.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { audit, emit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';

/** The id of an account by its name. Throws `user_not_found`. */
export async function userIdOf(ctx: RequestContext, username: string): Promise<string> {
  const user = await ctx.platform.db.user.findUnique({ where: { username }, select: { id: true } });
  if (!user) throw problem('user_not_found');
  return user.id;
}

/**
 * Blocks an account or lets it act again; what it is already, it stays. Takes effect with the next
 * request, whatever credential it presents. Throws `user_not_found`.
 */
export async function setBlocked(
  ctx: RequestContext,
  username: string,
  blocked: boolean,
): Promise<string> {
  const id = await userIdOf(ctx, username);
  const event = blocked ? 'block' : 'unblock';
  await transact(ctx, async (tx) => {
    const moved = await tx.user.updateManyAndReturn({
      where: { id, state: { in: sources(LIFECYCLES.user, event) } },
      data: {
        state: LIFECYCLES.user.events[event].to,
        accessRevision: { increment: 1 },
        revision: { increment: 1 },
        updatedAt: ctx.platform.clock.now(),
      },
    });
    const user = moved[0];
    if (!user) return;
    await audit(tx, ctx, { action: `user.${event}ed`, targetKind: 'user', targetId: id });
    await emit(tx, {
      kind: 'account.access.changed',
      subjectId: id,
      userId: id,
      data: { access_revision: user.accessRevision, categories: ['account'] },
    });
  });
  return id;
}
