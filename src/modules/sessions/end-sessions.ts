import type { Tx } from '../../platform/database/connect.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';

/**
 * Ends the sessions of a user in every browser, but for one that is named, in the transaction of
 * what makes that needed: a new password, a blocked account.
 */
export async function endSessions(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
  exceptId?: string,
): Promise<void> {
  const now = ctx.platform.clock.now();
  const { count } = await tx.webSession.updateMany({
    where: {
      userId,
      revokedAt: null,
      expiresAt: { gt: now },
      ...(exceptId === undefined ? {} : { id: { not: exceptId } }),
    },
    data: { revokedAt: now },
  });
  if (count === 0) return;
  await audit(tx, ctx, {
    action: 'sessions.ended',
    targetKind: 'user',
    targetId: userId,
    data: { count },
  });
}
