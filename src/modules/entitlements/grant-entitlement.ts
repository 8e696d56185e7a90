import type { Tx } from '../../platform/database/connect.js';
import type { EntitlementModel } from '../../platform/database/generated/models.js';
import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import { isId } from '../../request/ids.js';
import { missing } from '../../request/missing.js';
import { audit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { bumpAccess, lockAccount } from '../accounts/index.js';
import { checkedRight, type Right } from './right.js';

/** A right that an account is to have. */
export interface NewEntitlement extends Right {
  readonly userId: string;
  /** When it ends; null for never. */
  readonly expiresAt: Date | null;
}

/**
 * Lets an account download what is paid or restricted, from its next request on (Spec 4.2). What was
 * granted before, also if it has run out, gets the new end, sooner or later; the same end changes
 * nothing. That the caller may do this, is the caller's to know: an operator, or an admin.
 * - no such account: `user_not_found`; no such mod or artifact: `not_found`, deleted: `gone`
 * - an end that has passed, or kind and id that do not go together: `invalid_input`
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
    // Of two grants at once, the second finds the row of the first.
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
