import type { Tx } from '../../../platform/database/connect.js';
import type { RequestContext } from '../../../request/context.js';
import { auditAll } from '../../../request/outbox.js';
import { disableSubscriptions } from '../subscriptions/disable-subscriptions.js';
import { endAllOf } from './oauth-records.js';

interface Ended {
  readonly id: string;
  readonly appId: string;
  readonly clientId: string;
}

/**
 * Revokes all approvals of a user. All their tokens and codes end at once, and the subscriptions of
 * these applications are disabled. The caller locks the account and raises its access revision.
 * Returns the number of applications that lost access. The number of statements is constant.
 */
export async function revokeAppGrants(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
): Promise<number> {
  const ended = await tx.$queryRaw<Ended[]>`
    update app_grants g set revoked_at = ${ctx.platform.clock.now()}::timestamptz
    from apps a where a.id = g.app_id and g.user_id = ${userId}::uuid and g.revoked_at is null
    returning g.id, a.id as "appId", a.client_id as "clientId"`;
  await endAllOf(tx, userId);
  const clientIds = ended.map(({ clientId }) => clientId);
  await disableSubscriptions(tx, ctx, { clientIds, userId });
  await auditAll(
    tx,
    ctx,
    ended.map(({ id, appId, clientId }) => ({
      ...{ action: 'app.grant_revoked', targetKind: 'app', targetId: appId },
      data: { client_id: clientId, grant_id: id },
    })),
  );
  return ended.length;
}
