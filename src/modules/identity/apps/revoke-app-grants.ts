import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { lockActiveAccount, requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { audit, auditAll } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess } from '../accounts/change-user.js';
import { endCreated } from '../created-access/end-created.js';
import { endAppRecords, endUserRecords } from './oauth-client.js';

/**
 * Revokes the viewer's approval of an application and returns its id. Only in a browser session.
 * The tokens of the application for this user end at once, and so does what it created for them
 * (`endCreated`). The access revision rises. Revoking it again changes nothing. Throws
 * `unauthorized`, `forbidden`, `not_found`, and `account_blocked` if the account is blocked or
 * waits for its deletion.
 */
export async function revokeAppGrant(ctx: RequestContext, id: string): Promise<string> {
  const { userId } = requireSession(ctx);
  const where = { id, userId };
  const appGrant = isId(id)
    ? await ctx.platform.db.appGrant.findUnique({ where, include: { app: true } })
    : null;
  if (!appGrant) throw problem('not_found');
  const { app } = appGrant;
  await transact(ctx, async (tx) => {
    await lockActiveAccount(tx, userId);
    const revokedAt = ctx.platform.clock.now();
    const ended = await tx.appGrant.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt },
    });
    await endAppRecords(tx, app.clientId, userId);
    await endCreated(tx, ctx, { clientIds: [app.clientId], userId });
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

interface Ended {
  readonly id: string;
  readonly appId: string;
  readonly clientId: string;
}

/**
 * Revokes all approvals of a user, each with an audit line. All tokens and codes that applications
 * have for this user end at once (`endUserRecords`). Everything that applications created for the
 * user ends too (`endCreated`), even if the approval was revoked earlier. The caller locks the
 * account and raises its access revision. Returns the number of applications that lost access. The
 * number of statements is constant.
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
  await endUserRecords(tx, userId);
  await endCreated(tx, ctx, { applicationsOf: userId });
  await auditAll(
    tx,
    ctx,
    ended.map(({ id, appId, clientId }) => ({
      action: 'app.grant_revoked',
      targetKind: 'app',
      targetId: appId,
      data: { client_id: clientId, grant_id: id },
    })),
  );
  return ended.length;
}
