import type { Tx } from '../../../../platform/database/connect.js';
import { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { LIMITS } from '../../../../registry/limits.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { auditAll } from '../../../../request/outbox.js';

/** An upload that a newer one has replaced. */
interface Superseded {
  readonly id: string;
  readonly artifactId: string;
}

/**
 * Cancels the earlier uploads of the same file when a newer one becomes ready: the main file, or an
 * optional file with the same name and label. Only ready, failed and quarantined uploads are
 * cancelled; those that are still sent or scanned go on. The artifacts get tombstones, a pending
 * review is closed, and each cancelled upload gets an audit line. Call `lockVersion` first, so that
 * no publication, approval or abort runs concurrently. Returns the ids of the replaced artifacts.
 */
export async function supersedeEarlier(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  now: Date,
): Promise<string[]> {
  const superseded = await cancelEarlier(tx, upload, now);
  const artifactIds = superseded.map(({ artifactId }) => artifactId);
  if (artifactIds.length === 0) return [];
  await deleteArtifacts(tx, artifactIds, now);
  const entries = superseded.map(({ id }) => ({
    action: 'upload.superseded',
    targetKind: 'upload',
    targetId: id,
    data: { superseded_by: upload.id, version_id: upload.versionId },
  }));
  await auditAll(tx, ctx, entries);
  return artifactIds;
}

/**
 * Ids are time-ordered, so an earlier upload has a smaller id. Staged bytes of quarantined uploads
 * become removable as after an abort. Those of other uploads already have their time of removal.
 */
function cancelEarlier(tx: Tx, upload: UploadSessionModel, now: Date): Promise<Superseded[]> {
  const { id, versionId, fileKind, filename, label } = upload;
  const hold = new Date(now.getTime() + LIMITS.cleanupHoldSeconds * 1000);
  const isSameFile =
    fileKind === 'main'
      ? Prisma.sql`file_kind = 'main'`
      : Prisma.sql`file_kind = 'optional' and filename = ${filename} and label = ${label}`;
  return tx.$queryRaw<Superseded[]>`
    update upload_sessions set
      state = ${LIFECYCLES.uploadSession.events.supersede.to}::"UploadState",
      superseded_by_id = ${id}::uuid,
      cleanup_after = case when state = 'quarantined'
        then greatest(lease_until, ${hold}::timestamptz) else cleanup_after end,
      review_state = case when review_state = 'pending'
        then 'none'::"ReviewState" else review_state end,
      review_holder_id = null, review_held_until = null,
      updated_at = ${now}::timestamptz, revision = revision + 1
    where version_id = ${versionId}::uuid and ${isSameFile} and id < ${id}::uuid
      and state = any(${sources(LIFECYCLES.uploadSession, 'supersede')}::"UploadState"[])
    returning id, artifact_id as "artifactId"`;
}

/**
 * Deletes files of uploads that are cancelled in the same transaction. Their ids return `gone` from
 * now on, and bytes without another file are removed later. Call `lockVersion` first.
 */
export async function deleteArtifacts(tx: Tx, artifactIds: string[], now: Date): Promise<void> {
  const cancelled = { id: { in: artifactIds } };
  await tx.artifact.updateMany({
    where: { ...cancelled, state: 'pending', scanStatus: { in: sources(SCAN_STATUS, 'skip') } },
    data: { scanStatus: SCAN_STATUS.events.skip.to },
  });
  await tx.artifact.updateMany({
    where: { ...cancelled, state: { in: sources(LIFECYCLES.artifact, 'delete') } },
    data: {
      state: LIFECYCLES.artifact.events.delete.to,
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  // Rejected artifacts keep their state, and their ids return `gone` as well.
  await tx.tombstone.createMany({
    data: artifactIds.map((id) => ({ id, entity: 'Artifact', deletedAt: now })),
  });
}
