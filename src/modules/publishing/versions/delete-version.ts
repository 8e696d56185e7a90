import type { Tx } from '../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import { requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { goneObject } from '../../../request/refusals.js';
import { transact } from '../../../request/transact.js';
import { lockMod } from '../../catalog/index.js';
import { revokeDownloadGrants } from '../../storage/index.js';
import { endReferencesOf } from '../references/end-reference.js';
import { cancelUploadsOf } from '../uploads/session/end-uploads.js';
import { alignMod } from './align-mod.js';
import { requireVersion } from './version-access.js';
import { versionStep } from './version-step.js';

/**
 * Deletes the version `id`, or without `id` all versions, of a mod whose row is locked. Their
 * uploads, references and downloads end, and each id leaves a tombstone. The string of a published
 * version stays taken, because users may have pinned it; that of an unpublished one is free again.
 * The caller updates the mod, and writes audit lines and events. Returns whether one of the
 * versions was ever published, according to the locked rows. Throws `gone` if `id` names a deleted
 * one.
 */
export async function removeVersions(
  tx: Tx,
  which: { readonly modId: string; readonly id?: string },
  now: Date,
): Promise<boolean> {
  const { when, data } = versionStep('delete', now);
  const versions = await tx.modVersion.updateManyAndReturn({
    where: { ...which, ...when },
    data,
    select: { id: true, publishedAt: true },
  });
  if (which.id !== undefined && versions.length === 0) throw goneObject(which.id);
  const ids = versions.map(({ id }) => id);
  const drafts = versions.flatMap(({ id, publishedAt }) => (publishedAt ? [] : [id]));
  await tx.$executeRaw`
    update mod_versions set version = id::text where id = any(${drafts}::uuid[])`;
  await cancelUploadsOf(tx, ids, now);
  await endReferencesOf(tx, ids, now);
  const files = await removeFiles(tx, ids, now);
  await tx.tombstone.createMany({
    data: [
      ...ids.map((id) => ({ id, entity: 'ModVersion', deletedAt: now })),
      ...files.map((id) => ({ id, entity: 'Artifact', deletedAt: now })),
    ],
    // Files that a newer upload replaced already have tombstones.
    skipDuplicates: true,
  });
  return versions.some(({ publishedAt }) => publishedAt !== null);
}

/** Returns the ids of all files, including rejected ones: none of them is used again. */
async function removeFiles(tx: Tx, versionIds: string[], now: Date): Promise<string[]> {
  const ofVersions = { versionId: { in: versionIds } };
  await tx.artifact.updateMany({
    where: { ...ofVersions, state: { in: sources(LIFECYCLES.artifact, 'delete') } },
    data: { state: 'deleted', updatedAt: now, revision: { increment: 1 } },
  });
  const files = await tx.artifact.findMany({ where: ofVersions, select: { id: true } });
  const ids = files.map(({ id }) => id);
  await revokeDownloadGrants(tx, { artifactIds: ids }, now);
  return ids;
}

/**
 * Deletes a version and its files for good. Their ids return `gone` from now on, and unused
 * bytes are removed later. Writes an audit line. A version that was ever published requires a
 * recent second factor, and the mod follows its end (`alignMod`). Returns the id. Spec 2.1, 3.1.
 * Throws `step_up_required`, `gone`, and the errors of `requireVersion`.
 */
export async function deleteVersion(ctx: RequestContext, id: string): Promise<string> {
  const { modId } = await requireVersion(ctx, id, 'delete');
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    const mod = await lockMod(tx, modId);
    // Decided by the removed row, because the version may have been published after it was read.
    const wasPublished = await removeVersions(tx, { modId, id }, now);
    if (wasPublished) {
      requireStepUp(ctx);
      await alignMod(tx, mod, id, now);
    }
    await audit(tx, ctx, { action: 'version.deleted', targetKind: 'version', targetId: id });
    return id;
  });
}
