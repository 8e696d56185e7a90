import type { Tx } from '../../../platform/database/connect.js';
import type { EntitlementModel } from '../../../platform/database/generated/models.js';
import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess, lockAccount } from '../../identity/index.js';
import { checkedRight, type Right } from './right.js';

/** A right to grant to an account. */
export interface NewEntitlement extends Right {
  readonly userId: string;
  /** Null if the right never expires. */
  readonly expiresAt: Date | null;
}

/**
 * Grants an account a right to paid or restricted files, from its next request (Spec 4.2). An
 * existing right, also an expired one, gets the new expiry. Does nothing if the expiry is the same.
 * The caller checks access: only operators and admins may grant.
 * - no such account: `user_not_found`; no such mod or artifact: `not_found`, deleted: `gone`
 * - an expiry in the past, or kind and id that do not match: `invalid_input`
 */
export async function grantEntitlement(
  ctx: RequestContext,
  entitlement: NewEntitlement,
): Promise<EntitlementModel> {
  const { userId, expiresAt } = entitlement;
  const right = checkedRight(entitlement);
  if (expiresAt && expiresAt <= ctx.platform.clock.now()) {
    throw problem('invalid_input', { fields: [{ field: 'expiresAt', code: 'too_small' }] });
  }
  await requireResource(ctx, right);
  return transact(ctx, async (tx) => {
    // The lock makes a concurrent grant wait and find this row.
    await lockAccount(tx, userId);
    const held = await tx.entitlement.findFirst({ where: { userId, ...right, revokedAt: null } });
    if (held && held.expiresAt?.getTime() === expiresAt?.getTime()) return held;
    const row = await write(ctx, tx, held, { userId, ...right, expiresAt });
    await audit(tx, ctx, {
      action: held ? 'entitlement.renewed' : 'entitlement.granted',
      targetKind: 'user',
      targetId: userId,
      data: {
        entitlement_id: row.id,
        kind: right.kind,
        resource_id: right.resourceId,
        expires_at: expiresAt?.toISOString() ?? null,
      },
    });
    await bumpAccess(tx, userId, ['entitlements']);
    return row;
  });
}

function write(
  ctx: RequestContext,
  tx: Tx,
  held: EntitlementModel | null,
  data: Required<NewEntitlement>,
): Promise<EntitlementModel> {
  const { expiresAt } = data;
  if (held) return tx.entitlement.update({ where: { id: held.id }, data: { expiresAt } });
  return tx.entitlement.create({ data: { ...data, createdAt: ctx.platform.clock.now() } });
}

async function requireResource(
  ctx: RequestContext,
  { kind, resourceId }: Required<Right>,
): Promise<void> {
  if (resourceId === null) return;
  const { db } = ctx.platform;
  const where = { id: resourceId, NOT: { state: 'deleted' as const } };
  const count = () => (kind === 'mod' ? db.mod.count({ where }) : db.artifact.count({ where }));
  if (!isId(resourceId) || (await count()) === 0) throw await missing(ctx, resourceId);
}
