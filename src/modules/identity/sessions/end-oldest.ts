import type { Tx } from '../../../platform/database/connect.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';

/**
 * Ends the oldest sessions of a user beyond the limit, in the transaction that starts a new one.
 * Deletes the rows of ended sessions, so that repeated sign-ins do not fill the table; the audit
 * log still has them. The caller locks the account's row, so that two concurrent sign-ins see each
 * other.
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
