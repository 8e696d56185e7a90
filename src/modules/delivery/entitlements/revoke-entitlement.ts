import type { EntitlementModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess, lockAccount } from '../../identity/index.js';
import { checkedRight, type Right } from './right.js';

/**
 * Revokes a right to download, from the account's next request. URLs that were signed before expire
 * within five minutes (Spec 4.2). The mod or artifact may be deleted by now. The caller checks
 * access: only operators and admins may revoke.
 * - no such account: `user_not_found`
 * - never granted, already revoked or expired: `not_found`
 * - kind and id that do not match: `invalid_input`
 */
export async function revokeEntitlement(
  ctx: RequestContext,
  { userId, ...named }: Right & { readonly userId: string },
): Promise<EntitlementModel> {
  const right = checkedRight(named);
  const { resourceId, kind } = right;
  return transact(ctx, async (tx) => {
    await lockAccount(tx, userId);
    if (resourceId !== null && !isId(resourceId)) throw problem('not_found');
    const now = ctx.platform.clock.now();
    const [revoked] = await tx.entitlement.updateManyAndReturn({
      where: {
        ...{ userId, kind, resourceId, revokedAt: null },
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
      data: { revokedAt: now },
    });
    if (!revoked) throw problem('not_found');
    await audit(tx, ctx, {
      action: 'entitlement.revoked',
      targetKind: 'user',
      targetId: userId,
      data: { entitlement_id: revoked.id, kind, resource_id: resourceId },
    });
    await bumpAccess(tx, userId, ['entitlements']);
    return revoked;
  });
}
