import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import type { ArtifactModel } from '../../platform/database/generated/models.js';
import { enqueue } from '../../platform/queue/enqueue.js';
import type { RequestContext } from '../../request/context.js';
import { auditAll, emitAll } from '../../request/outbox.js';

/** Files that are told of in one statement. */
const BATCH = 500;

/**
 * Says that the files of stored bytes have failed, or are ready again, in the transaction that made it
 * so: an event and an audit line of each. The catalog follows by a job, as it takes longer than a
 * transaction may where thousands of mods have such a file.
 */
export async function tellOfFiles(
  ctx: RequestContext,
  tx: Tx,
  files: readonly ArtifactModel[],
  kind: 'file.failed' | 'file.ready',
  more: Prisma.InputJsonObject,
): Promise<void> {
  for (let start = 0; start < files.length; start += BATCH) {
    await tellOf(ctx, tx, files.slice(start, start + BATCH), kind, more);
  }
  // A blob has one state for all of its files, so they come together.
  for (const blobId of new Set(files.flatMap((file) => file.blobId ?? []))) {
    await enqueue(tx, { kind: 'refresh-mods', payload: { blobId }, dedupeKey: blobId });
  }
}

async function tellOf(
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
        ...{ mod_id: modId, version_id: versionId, artifact_id: id },
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
