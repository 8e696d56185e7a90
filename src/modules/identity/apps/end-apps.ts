import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { RequestContext } from '../../../request/context.js';
import { auditAll } from '../../../request/outbox.js';
import { bumpAccessOf } from '../accounts/change-user.js';
import { endCreated } from '../created-access/end-created.js';

/** The columns of an application that its deletion sets: it loses its secret and approvals. */
export function deletedAt(now: Date) {
  return {
    deletedAt: now,
    disabledAt: now,
    secretHash: null,
    review: 'none',
    approvedScopes: [],
    operatorApprovedAt: null,
  } as const satisfies Prisma.AppUpdateManyMutationInput;
}

/**
 * Deletes all applications of a user, in the transaction that deletes the account: their approvals
 * by all users, their tokens, and what they created end (`endCreated`). Writes an audit line for
 * each application, and raises the access revisions of the users with an approval. The rows stay,
 * because the audit log refers to them.
 */
export async function endAppsOf(tx: Tx, ctx: RequestContext, ownerId: string): Promise<void> {
  const now = ctx.platform.clock.now();
  const apps = await tx.app.updateManyAndReturn({
    where: { ownerId, deletedAt: null },
    data: {
      ...deletedAt(now),
      revision: { increment: 1 },
      updatedAt: now,
    },
    select: { id: true, clientId: true },
  });
  if (apps.length === 0) return;
  const clientIds = apps.map(({ clientId }) => clientId);
  const ended = await tx.appGrant.updateManyAndReturn({
    where: { appId: { in: apps.map(({ id }) => id) }, revokedAt: null },
    data: { revokedAt: now },
    select: { userId: true },
  });
  await tx.oauthRecord.deleteMany({ where: { clientId: { in: clientIds } } });
  await endCreated(tx, ctx, { clientIds });
  await bumpAccessOf(tx, [...new Set(ended.map(({ userId }) => userId))], ['applications']);
  await auditAll(
    tx,
    ctx,
    apps.map(({ id, clientId }) => ({
      action: 'app.deleted',
      targetKind: 'app',
      targetId: id,
      data: { client_id: clientId },
    })),
  );
}
