import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { requireModPermission } from '../../collaboration/index.js';
import { checkedReason, notifyOfTakedown } from '../takedowns/takedown-notice.js';
import { movedMeanwhile, notTakenDown, requireNoModTakedown } from './move-refusals.js';
import { moveVersion } from './move-version.js';
import { presentVersion } from './present-version.js';
import type { ModVersion } from './version.type.js';
import {
  readVersion,
  requireAnyVersion,
  requireOthersVersion,
  requireVersion,
} from './version-access.js';

/**
 * Removes a published version from lists, with the effects of `moveVersion`. Requests that name it
 * or its file exactly can still read, plan and download it. Spec 3.1. Throws
 * `invalid_state_transition`, and the errors of `requireVersion`.
 */
export async function archiveVersion(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireVersion(ctx, id, 'rollback');
  return moveVersion(ctx, version, { event: 'archive', action: 'version.archived' });
}

/**
 * Withdraws a published or archived version: its downloads return `gone`, and live grants are
 * revoked. The further effects are those of `moveVersion`. Spec 3.1. Throws
 * `invalid_state_transition`, and the errors of `requireVersion`.
 */
export async function withdrawVersion(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireVersion(ctx, id, 'rollback');
  return moveVersion(ctx, version, { event: 'withdraw', action: 'version.withdrawn' });
}

/**
 * Withdraws a published version: the withdrawal that REST offers. Dashboards use `withdrawVersion`.
 * The latest release is chosen from the remaining versions. Without any, the mod leaves the
 * catalog. Spec 4.3. Throws `invalid_state_transition` for a version that is not published, and the
 * errors of `readVersion` and `requireModPermission`.
 */
export async function rollbackVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<ModVersion> {
  const access = await requireModPermission(ctx, modId, 'rollback');
  const version = await readVersion(ctx, access, versionId);
  return moveVersion(ctx, version, {
    event: 'withdraw',
    from: ['published'],
    action: 'version.rolled_back',
  });
}

/**
 * A moderator's takedown of any version, with a reason or null: withdraws it, and prevents its team
 * from restoring it. A version that its team already withdrew only gets the restriction. A repeated
 * takedown replaces the time and the reason. Each takedown writes an audit line, and the owners get
 * a mail. Throws `invalid_state_transition` for a version that was never public, and the errors of
 * `requireOthersVersion`, `checkedReason` and `requireAnyVersion`.
 */
export async function takeDownVersion(
  ctx: RequestContext,
  id: string,
  reason: string | null,
): Promise<ModVersion> {
  const version = await requireAnyVersion(ctx, id);
  const takedownReason = reason === null ? null : checkedReason(reason);
  const takedown = { takenDownAt: ctx.platform.clock.now(), takedownReason };
  if (version.state === 'withdrawn') return setTakedown(ctx, version, takedown);
  return moveVersion(ctx, version, {
    event: 'withdraw',
    action: 'version.taken_down',
    data: takedown,
    noted: reasonOf(takedown),
    prepare: async (tx) => {
      await requireOthersVersion(ctx, tx, version);
      await notifyOfTakedown(tx, ctx, takenDown(version, takedownReason));
    },
  });
}

/**
 * Lifts a takedown: the version stays withdrawn, but its team may restore it. Writes an audit line,
 * and sends no mail. Throws `invalid_state_transition` without a takedown, `forbidden` for a mod
 * that is itself taken down, and the errors of `requireOthersVersion` and `requireAnyVersion`.
 */
export async function liftTakedown(ctx: RequestContext, id: string): Promise<ModVersion> {
  const version = await requireAnyVersion(ctx, id);
  if (version.takenDownAt === null) throw notTakenDown();
  return setTakedown(ctx, version, { takenDownAt: null, takedownReason: null });
}

/** A takedown of a version, as the mail to the owners describes it. */
function takenDown({ modId, version }: ModVersionModel, reason: string | null) {
  return { modId, version, reason };
}

/** The reason for the audit log, which keeps it after the takedown is lifted or repeated. */
function reasonOf({ takedownReason }: Pick<ModVersionModel, 'takedownReason'>) {
  return takedownReason === null ? {} : { reason: takedownReason };
}

/** Sets or lifts the takedown of a withdrawn version. */
async function setTakedown(
  ctx: RequestContext,
  version: ModVersionModel,
  takedown: Pick<ModVersionModel, 'takenDownAt' | 'takedownReason'>,
) {
  const { id, modId } = version;
  const isLifted = takedown.takenDownAt === null;
  return transact(ctx, async (tx) => {
    await requireOthersVersion(ctx, tx, version);
    if (isLifted) await requireNoModTakedown(tx, modId);
    else await notifyOfTakedown(tx, ctx, takenDown(version, takedown.takedownReason));
    const [row] = await tx.modVersion.updateManyAndReturn({
      where: { id, state: 'withdrawn' },
      data: {
        ...takedown,
        updatedAt: ctx.platform.clock.now(),
        lifecycleVersion: { increment: 1 },
        revision: { increment: 1 },
      },
    });
    if (!row) throw movedMeanwhile();
    const action = isLifted ? 'version.takedown_lifted' : 'version.taken_down';
    const data = reasonOf(takedown);
    await audit(tx, ctx, { action, targetKind: 'version', targetId: id, data });
    return presentVersion(row);
  });
}
