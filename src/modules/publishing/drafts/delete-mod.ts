import type { Tx } from '../../../platform/database/connect.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { goneObject } from '../../../request/refusals.js';
import { transact } from '../../../request/transact.js';
import { lockMod } from '../../catalog/index.js';
import { requireModPermission } from '../../collaboration/index.js';
import { bumpAccessOf } from '../../identity/index.js';
import { removeVersions } from '../versions/delete-version.js';

/**
 * Deletes a mod permanently, with its versions, files, pictures and team, and returns its id. Later
 * reads return `gone`. The slug of a published mod stays reserved, so that saved URLs never lead to
 * another mod. The slug of a draft becomes free. The further effects are those of `removeMod`. Spec
 * 2.1. Throws `step_up_required`, `gone`, and the errors of `requireModPermission`.
 */
export async function deleteMod(ctx: RequestContext, id: string): Promise<string> {
  await requireModPermission(ctx, id, 'delete');
  requireStepUp(ctx);
  return transact(ctx, async (tx) => {
    await lockMod(tx, id);
    await removeMod(tx, ctx, id);
    return id;
  });
}

/**
 * Deletes a mod whose row is locked. The caller has checked the right to do so. Uploads, references
 * and download grants of its files end (`removeVersions`), and the access revisions of the members
 * of its team rise. Also writes an audit line, emits `mod.updated` and queues the search update.
 * Throws `gone`.
 */
export async function removeMod(tx: Tx, ctx: RequestContext, id: string): Promise<void> {
  const now = ctx.platform.clock.now();
  await removeVersions(tx, { modId: id }, now);
  const [mod] = await tx.mod.updateManyAndReturn({
    where: { id, state: { in: sources(LIFECYCLES.mod, 'delete') } },
    data: { state: 'deleted', updatedAt: now, revision: { increment: 1 } },
    select: { publishedAt: true, teamId: true },
  });
  if (!mod) throw goneObject(id);
  if (mod.publishedAt === null) await tx.mod.update({ where: { id }, data: { slug: id } });
  await tx.media.updateMany({ where: { modId: id, deletedAt: null }, data: { deletedAt: now } });
  await tx.team.updateMany({
    where: { id: mod.teamId, state: { in: sources(LIFECYCLES.team, 'delete') } },
    data: { state: 'deleted', revision: { increment: 1 } },
  });
  // The lock of the team keeps other members out from here on. A deleted account has no
  // clients, and `refresh-author` may hold the lock of its row and wait for this mod.
  const members = await tx.teamMember.findMany({
    where: { teamId: mod.teamId, user: { state: { not: 'deleted' } } },
  });
  await bumpAccessOf(
    tx,
    members.map(({ userId }) => userId),
    ['teams'],
  );
  await tx.tombstone.createMany({
    data: [
      { id, entity: 'Mod', deletedAt: now },
      { id: mod.teamId, entity: 'Team', deletedAt: now },
    ],
  });
  await audit(tx, ctx, { action: 'mod.deleted', targetKind: 'mod', targetId: id });
  await emit(tx, { kind: 'mod.updated', subjectId: id, modId: id, data: { mod_id: id } });
  await enqueue(tx, { kind: 'index-mod', payload: { modId: id }, dedupeKey: id });
}
