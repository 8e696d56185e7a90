import type { Tx } from '../../platform/database/connect.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';

/**
 * Ends the oldest sessions of a user beyond the limit, in the transaction that begins a new one, and
 * forgets those that ended before: the audit log has them, and whoever signs in all day fills nothing.
 * The row of the account has to be locked, so that of two at once neither overlooks the other.
 */
export async function endOldest(tx: Tx, ctx: RequestContext, userId: string): Promise<void> {
  const now = ctx.platform.clock.now();
  const beyond = await tx.webSession.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: LIMITS.webSessionsPerUser,
    select: { id: true },
  });
  const isOver = [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }];
  await tx.webSession.deleteMany({
    where: { userId, OR: [...isOver, { id: { in: beyond.map(({ id }) => id) } }] },
  });
  if (beyond.length === 0) return;
  await audit(tx, ctx, {
    action: 'sessions.ended',
    targetKind: 'user',
    targetId: userId,
    data: { count: beyond.length },
  });
}
