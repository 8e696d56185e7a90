import { problem } from '../../../registry/errors.js';
import { requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { holdAccount } from '../../../request/hold-caller.js';
import { isId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/bump-access.js';
import { disableSubscriptions } from '../subscriptions/disable-subscriptions.js';
import { endAll } from './oauth-records.js';

/**
 * Revokes the viewer's approval of an application and returns the grant's id. Its tokens for this
 * user end at once, and its subscriptions are disabled. Does nothing if the approval is already
 * revoked. Throws `forbidden`, `not_found`.
 */
export async function revokeAppGrant(ctx: RequestContext, id: string): Promise<string> {
  const { userId } = requireSession(ctx);
  const where = { id, userId };
  const grant = isId(id)
    ? await ctx.platform.db.appGrant.findUnique({ where, include: { app: true } })
    : null;
  if (!grant) throw problem('not_found');
  const { app } = grant;
  await transact(ctx, async (tx) => {
    await holdAccount(tx, userId);
    const revokedAt = ctx.platform.clock.now();
    const ended = await tx.appGrant.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt },
    });
    await endAll(tx, app.clientId, userId);
    await disableSubscriptions(tx, ctx, { clientIds: [app.clientId], userId });
    if (ended.count === 0) return;
    await audit(tx, ctx, {
      action: 'app.grant_revoked',
      targetKind: 'app',
      targetId: app.id,
      data: { client_id: app.clientId, grant_id: id },
    });
    await bumpAccess(tx, userId, ['applications']);
  });
  return id;
}
