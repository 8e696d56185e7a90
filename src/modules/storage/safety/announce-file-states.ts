import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { ArtifactModel } from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import type { RequestContext } from '../../../request/context.js';
import { auditAll, emitAll } from '../../../request/outbox.js';

/** Files per statement. */
const BATCH = 500;

/**
 * Records that the files of stored bytes have failed or are ready again: one event and one audit
 * entry for each, both with the data in `more`. Runs in the transaction of the change. Queues a job
 * for each blob that updates the catalog, because thousands of mods may be affected.
 */
export async function announceFileStates(
  ctx: RequestContext,
  tx: Tx,
  files: readonly ArtifactModel[],
  kind: 'file.failed' | 'file.ready',
  more: Prisma.InputJsonObject,
): Promise<void> {
  for (let start = 0; start < files.length; start += BATCH) {
    await announceBatch(ctx, tx, files.slice(start, start + BATCH), kind, more);
  }
  // All files of a blob share its state, so there is one job for each blob.
  for (const blobId of new Set(files.flatMap((file) => file.blobId ?? []))) {
    await enqueue(tx, { kind: 'refresh-mods', payload: { blobId }, dedupeKey: blobId });
  }
}

async function announceBatch(
  ctx: RequestContext,
  tx: Tx,
  files: readonly ArtifactModel[],
  kind: 'file.failed' | 'file.ready',
  more: Prisma.InputJsonObject,
): Promise<void> {
  await emitAll(
    tx,
    files.map(({ id, modId, versionId, uploadId }) => ({
      kind,
      subjectId: id,
      modId,
      data: {
        mod_id: modId,
        version_id: versionId,
        artifact_id: id,
        ...(uploadId === null ? {} : { upload_id: uploadId }),
        ...more,
      },
    })),
  );
  const targetKind = 'artifact';
  await auditAll(
    tx,
    ctx,
    files.map(({ id }) => ({ action: kind, targetKind, targetId: id, data: more })),
  );
}

/**
 * Raises the revision of a blob's files with a clean scan, and returns them. Rejected and deleted
 * files stay as they are, because they are unavailable in any case.
 */
export function touchFiles(tx: Tx, blobId: string, now: Date): Promise<ArtifactModel[]> {
  return tx.artifact.updateManyAndReturn({
    where: { blobId, scanStatus: 'clean', state: { notIn: ['rejected', 'deleted'] } },
    data: { updatedAt: now, revision: { increment: 1 } },
  });
}
