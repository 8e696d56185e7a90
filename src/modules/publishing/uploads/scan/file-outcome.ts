import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { ErrorCode } from '../../../../registry/errors.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit, emit } from '../../../../request/outbox.js';
import { mirrorLater, recordScan } from '../../../storage/index.js';
import { cleanupAfter } from '../session/end-uploads.js';
import { releaseVersion } from '../session/lock-version.js';
import { supersedeEarlier } from '../session/supersede-uploads.js';
import { acceptVersion, bindBlob, type ScannedObject } from './accept-bytes.js';

/**
 * Makes the file of an accepted or approved upload ready, and for a main file also its version.
 * Binds the blob (`bindBlob`), queues its mirror copy and records the verdict of the scan. Replaces
 * earlier uploads of the same file (`supersedeEarlier`). Writes an audit line and emits
 * `file.ready`. Call `lateRefusal` first, because it locks the version.
 */
export async function makeReady(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  object: ScannedObject,
  now: Date,
): Promise<void> {
  const blobId = await bindBlob(ctx, tx, upload, object, now);
  await mirrorLater(ctx.platform, tx, blobId);
  await recordVerdict(tx, blobId, object);
  await tx.artifact.updateMany({
    where: { id: upload.artifactId, state: { in: sources(LIFECYCLES.artifact, 'accept') } },
    data: { state: 'ready', scanStatus: 'clean', blobId, sha256: object.sha256, updatedAt: now },
  });
  await tx.uploadSession.update({
    where: { id: upload.id },
    data: { finalBlobId: blobId, cleanupAfter: cleanupAfter(upload, now) },
  });
  const superseded = await supersedeEarlier(ctx, tx, upload, now);
  if (upload.fileKind === 'main') await acceptVersion(tx, upload, now);
  await audit(tx, ctx, {
    action: 'file.ready',
    targetKind: 'artifact',
    targetId: upload.artifactId,
  });
  await emit(tx, {
    kind: 'file.ready',
    subjectId: upload.artifactId,
    modId: upload.modId,
    userId: upload.userId,
    data: {
      ...idsOf(upload),
      sha256: object.sha256,
      size_bytes: object.sizeBytes,
      ...(superseded.length > 0 ? { superseded_artifact_ids: superseded } : {}),
    },
  });
}

/** Records the verdict of the scanner, unless a moderator decided instead. */
async function recordVerdict(tx: Tx, blobId: string, object: ScannedObject): Promise<void> {
  const { engine, clearedFindings: [found = null, ...alsoFound] = [] } = object;
  if (!engine) return;
  const verdict = found === null ? 'clean' : 'infected';
  const fields = { verdict, found, alsoFound, reasons: [] } as const;
  await recordScan(tx, { blobId, cause: 'upload', engine, ...fields, scannedAt: engine.since });
}

/**
 * Rejects the file of an upload, and for a main file also its version (`releaseVersion`). Writes an
 * audit line and emits `file.failed`. Call `lockVersion` first.
 */
export async function makeRejected(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  code: ErrorCode,
  now: Date,
): Promise<void> {
  await tx.artifact.updateMany({
    where: { id: upload.artifactId, state: { in: sources(LIFECYCLES.artifact, 'reject') } },
    data: { state: 'rejected', scanStatus: 'rejected', updatedAt: now },
  });
  if (upload.fileKind === 'main') await releaseVersion(tx, upload.versionId, 'reject', now);
  await audit(tx, ctx, {
    action: 'file.failed',
    targetKind: 'artifact',
    targetId: upload.artifactId,
    data: { code },
  });
  await emit(tx, {
    kind: 'file.failed',
    subjectId: upload.artifactId,
    modId: upload.modId,
    userId: upload.userId,
    data: { ...idsOf(upload), code },
  });
}

/** The ids in events about an upload. */
export function idsOf(upload: UploadSessionModel) {
  return {
    upload_id: upload.id,
    mod_id: upload.modId,
    version_id: upload.versionId,
    artifact_id: upload.artifactId,
  };
}
