import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { bumpAccessOf } from '../accounts/bump-access.js';
import { disableSubscriptions } from '../subscriptions/disable-subscriptions.js';
import { readOwnApp } from './app-access.js';
import { changeApp } from './change-app.js';
import { endAll } from './oauth-records.js';

/**
 * Deletes an application permanently and returns its id. It is disabled, and all approvals, tokens
 * and subscriptions end. The row stays, because the audit log refers to it. Spec 5.2. Throws
 * `forbidden`, `not_found`, `gone`.
 */
export async function deleteApp(ctx: RequestContext, id: string): Promise<string> {
  await readOwnApp(ctx, id);
  const now = ctx.platform.clock.now();
  const row = await changeApp(ctx, id, {
    change: 'deleted',
    where: {},
    data: { deletedAt: now, disabledAt: now, secretHash: null, review: 'none', approvedScopes: [] },
    async effects(tx, { clientId }) {
      const ended = await tx.appGrant.updateManyAndReturn({
        where: { appId: id, revokedAt: null },
        data: { revokedAt: now },
        select: { userId: true },
      });
      await endAll(tx, clientId);
      await disableSubscriptions(tx, ctx, { clientIds: [clientId] });
      const users = ended.map(({ userId }) => userId);
      await bumpAccessOf(tx, users, ['applications']);
    },
  });
  if (!row) throw problem('gone');
  return id;
}
