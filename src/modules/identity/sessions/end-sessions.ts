import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';

/**
 * Ends all browser sessions of a user, except one if given. Call it in the transaction of the
 * cause, such as a new password or a blocked account.
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
