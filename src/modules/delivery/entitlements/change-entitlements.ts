import type { Tx } from '../../../platform/database/connect.js';
import type { EntitlementKind } from '../../../platform/database/generated/enums.js';
import type { EntitlementModel } from '../../../platform/database/generated/models.js';
import { type FieldCode, problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { bumpAccess, lockAccount } from '../../identity/index.js';

/**
 * A right to download (Spec 4.2). That of a subscriber covers all paid files. The other kinds cover
 * the restricted files of one mod, or one restricted file.
 */
export interface DownloadRight {
  readonly kind: EntitlementKind;
  /** The id of the mod or the artifact. Null for a subscriber. */
  readonly resourceId?: string | null;
}

/**
 * Returns a right with the columns of its row. Throws `invalid_input` if kind and id do not match.
 */
function checkedRight({ kind, resourceId = null }: DownloadRight): Required<DownloadRight> {
  if (kind === 'subscriber' && resourceId !== null) throw badResource('not_allowed');
  if (kind !== 'subscriber' && resourceId === null) throw badResource('required');
  return { kind, resourceId };
}

function badResource(code: FieldCode) {
  return problem('invalid_input', { fields: [{ field: 'resourceId', code }] });
}

/** A right to grant to an account. */
interface NewEntitlement extends DownloadRight {
  readonly userId: string;
  /** Null if the right never expires. */
  readonly expiresAt: Date | null;
}

/**
 * Grants an account a right to paid or restricted files, from its next request (Spec 4.2). An
 * existing right, also an expired one, gets the new expiry; after a revocation, a new right is
 * created. Also writes an audit line, and raises the access revision of the account (`bumpAccess`).
 * Does nothing if the expiry is the same. The caller checks access: only operators and admins may
 * grant. Throws:
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
    const existing = await tx.entitlement.findFirst({
      where: { userId, ...right, revokedAt: null },
    });
    if (existing && existing.expiresAt?.getTime() === expiresAt?.getTime()) return existing;
    const row = await write(ctx, tx, existing, { userId, ...right, expiresAt });
    await audit(tx, ctx, {
      action: existing ? 'entitlement.renewed' : 'entitlement.granted',
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
  existing: EntitlementModel | null,
  data: Required<NewEntitlement>,
): Promise<EntitlementModel> {
  const { expiresAt } = data;
  if (existing) return tx.entitlement.update({ where: { id: existing.id }, data: { expiresAt } });
  return tx.entitlement.create({ data: { ...data, createdAt: ctx.platform.clock.now() } });
}

async function requireResource(
  ctx: RequestContext,
  { kind, resourceId }: Required<DownloadRight>,
): Promise<void> {
  if (resourceId === null) return;
  const { db } = ctx.platform;
  const where = { id: resourceId, NOT: { state: 'deleted' as const } };
  const count = () => (kind === 'mod' ? db.mod.count({ where }) : db.artifact.count({ where }));
  if (!isId(resourceId) || (await count()) === 0) throw await missing(ctx, resourceId);
}

/**
 * Revokes a right to download, from the account's next request. URLs that were signed before expire
 * within five minutes (Spec 4.2). Also writes an audit line, and raises the access revision of the
 * account (`bumpAccess`). The mod or artifact may be deleted by now. The caller checks access: only
 * operators and admins may revoke. Throws:
 * - no such account: `user_not_found`
 * - never granted, already revoked or expired: `not_found`
 * - kind and id that do not match: `invalid_input`
 */
export async function revokeEntitlement(
  ctx: RequestContext,
  { userId, ...named }: DownloadRight & { readonly userId: string },
): Promise<EntitlementModel> {
  const right = checkedRight(named);
  const { resourceId, kind } = right;
  return transact(ctx, async (tx) => {
    await lockAccount(tx, userId);
    if (resourceId !== null && !isId(resourceId)) throw problem('not_found');
    const now = ctx.platform.clock.now();
    const [revoked] = await tx.entitlement.updateManyAndReturn({
      where: {
        userId,
        kind,
        resourceId,
        revokedAt: null,
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
