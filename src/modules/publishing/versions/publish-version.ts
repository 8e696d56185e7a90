import type { Tx } from '../../../platform/database/connect.js';
import type { ModVersionModel } from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/enqueue.js';
import { problem } from '../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../registry/states.js';
import type { RequestContext } from '../../../request/context.js';
import { audit, emit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { lockMod, rewriteSnapshot } from '../../catalog/index.js';
import { requireModPermission } from '../../collaboration/index.js';
import { UNDER_WAY } from '../uploads/session/same-file.js';
import { demandPublishedDependencies } from './check-published.js';
import { readVersion } from './get-version.js';
import { listPublication } from './list-publication.js';
import { presentVersion } from './present-version.js';
import { publicationOf } from './publication.js';
import { publishable } from './publishable.js';
import type { ModVersion } from './version.type.js';

/**
 * Publishes a ready version, and the mod with its first version. The response follows when the
 * catalog shows it. Spec 3.1, 3.3, 4.3. Throws:
 * - the mod has no cover: `cover_required`
 * - the version, its file, or the file's upload or reference is not ready, another file is being
 *   scanned or reviewed, or a dependency is not published: `version_not_ready`
 * - the SHA-256 of a file is unknown: `missing_sha256`
 */
export async function publishVersion(
  ctx: RequestContext,
  modId: string,
  versionId: string,
): Promise<ModVersion> {
  const access = await requireModPermission(ctx, modId, 'publish');
  const version = await readVersion(ctx, access, versionId);
  if (!sources(LIFECYCLES.modVersion, 'publish').includes(version.state)) {
    throw problem('version_not_ready');
  }
  return transact(ctx, async (tx) => {
    await lockMod(tx, modId);
    const published = await publishRow(ctx, tx, versionId);
    await demandPublishedDependencies(tx, access, versionId);
    await publishMod(ctx, tx, modId, published);
    await rewriteSnapshot(tx, modId);
    await audit(tx, ctx, {
      action: 'version.published',
      targetKind: 'version',
      targetId: versionId,
    });
    await emit(tx, {
      kind: 'version.published',
      subjectId: versionId,
      modId,
      data: { mod_id: modId, version_id: versionId, artifact_id: published.primaryArtifactId },
    });
    await enqueue(tx, { kind: 'index-mod', payload: { modId }, dedupeKey: modId });
    return presentVersion(published);
  });
}

/** Publishes the version with its files and uploads, each by its own guarded update. */
async function publishRow(
  ctx: RequestContext,
  tx: Tx,
  versionId: string,
): Promise<ModVersionModel> {
  const now = ctx.platform.clock.now();
  const [version] = await tx.modVersion.updateManyAndReturn({
    where: { id: versionId, state: { in: sources(LIFECYCLES.modVersion, 'publish') } },
    data: {
      state: 'published',
      publishedAt: now,
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  });
  if (!version || (await hasUploadsUnderWay(tx, versionId))) throw problem('version_not_ready');
  const files = await tx.artifact.updateManyAndReturn({
    where: {
      versionId,
      state: { in: sources(LIFECYCLES.artifact, 'publish') },
      ...publishable(now),
    },
    data: {
      state: 'published',
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  const primary = files.find((file) => file.id === version.primaryArtifactId);
  if (!primary) throw problem('version_not_ready');
  // Imported rows may lack it. Clients compare it before they install anything (Spec 2.4).
  if (files.some(({ sha256 }) => sha256 === null)) throw problem('missing_sha256', { status: 409 });
  const uploads = await tx.uploadSession.updateMany({
    where: {
      id: { in: files.flatMap((file) => file.uploadId ?? []) },
      state: { in: sources(LIFECYCLES.uploadSession, 'publish') },
    },
    data: { state: 'published', updatedAt: now, revision: { increment: 1 } },
  });
  const uploaded = files.filter((file) => file.source === 'rehosted_blob');
  if (uploads.count !== uploaded.length) throw problem('version_not_ready');
  await tx.versionPublication.create({
    data: { versionId, ...publicationOf(version, primary), publishedAt: now },
  });
  return version;
}

/**
 * Returns whether an upload would finish too late, because a published version never changes (Spec
 * 3.3).
 */
async function hasUploadsUnderWay(tx: Tx, versionId: string): Promise<boolean> {
  const underWay = { versionId, state: { in: [...UNDER_WAY] } };
  return (await tx.uploadSession.count({ where: underWay })) > 0;
}

async function publishMod(
  ctx: RequestContext,
  tx: Tx,
  modId: string,
  version: ModVersionModel,
): Promise<void> {
  const now = version.publishedAt ?? ctx.platform.clock.now();
  const mod = await tx.mod.findUniqueOrThrow({
    where: { id: modId },
    select: { coverId: true, publishedAt: true, gameId: true, downloadsCount: true },
  });
  if (mod.coverId === null) throw problem('cover_required');
  const moved = await tx.mod.updateMany({
    where: { id: modId, state: { in: sources(LIFECYCLES.mod, 'publish') } },
    data: {
      state: 'published',
      publishedAt: mod.publishedAt ?? now,
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  if (moved.count === 0) throw problem('invalid_state');
  await listPublication(tx, { modId, gameId: mod.gameId }, now);
}
