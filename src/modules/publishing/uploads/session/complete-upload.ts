import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { enqueue } from '../../../../platform/queue/queue.port.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit, emit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { claimForUpload } from './lock-version.js';
import { forSession, presentUpload, readUpload, requireUploading } from './read-upload.js';
import { sealStaging } from './seal-staging.js';
import { notUploading } from './session-refusals.js';
import type { CompleteUploadInput } from './upload.input.js';
import type { UploadSession } from './upload.type.js';

/**
 * Completes an upload: checks its staged bytes and joins their parts (`sealStaging`), claims the
 * version (`claimForUpload`) and queues the scan. Also writes an audit line and emits
 * `upload.completed`. If the upload was completed before, only returns the current session, even
 * if it was aborted since. Spec 4.4.
 * Throws the errors of `readUpload`, and:
 * - no bytes arrived: `session_not_uploaded`
 * - parts that are malformed, missing or different in the store: `invalid_parts`,
 *   `part_size_mismatch`, `part_checksum_mismatch`
 * - an object with another size or media type than declared: `size_mismatch`,
 *   `invalid_staging_object`
 * - a session that expired: `session_expired`
 * - a session that is a draft, or ended without a scan: `session_not_uploading`
 * - the version was published or deleted: `invalid_state`
 * - a main file, if that of the version is external, in checks or from a newer upload:
 *   `invalid_state`
 * - an optional file, if the main file is in its first checks or review: `invalid_state`
 */
export async function completeUpload(
  ctx: RequestContext,
  id: string,
  input: CompleteUploadInput,
): Promise<UploadSession> {
  const row = await readUpload(ctx, id);
  if (row.jobId !== null) return presentUpload(row);
  return forSession(row, async () => {
    requireUploading(ctx, row);
    try {
      await sealStaging(ctx, row, input.parts ?? null);
      return presentUpload(await queueScan(ctx, row));
    } catch (error) {
      // Another request may have completed it in the meantime. Then this request is a repetition.
      const current = await readUpload(ctx, id);
      if (current.jobId !== null) return presentUpload(current);
      throw error;
    }
  });
}

/** Queues the scan, claims the version and moves the session to `uploaded`, in one transaction. */
async function queueScan(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadSessionModel> {
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    await claimForUpload(tx, row, now);
    const jobId = await enqueue(tx, { kind: 'scan-upload', payload: { uploadId: row.id } });
    const [completed] = await tx.uploadSession.updateManyAndReturn({
      where: { id: row.id, state: { in: sources(LIFECYCLES.uploadSession, 'complete') } },
      data: {
        state: 'uploaded',
        jobId,
        completedAt: now,
        updatedAt: now,
        revision: { increment: 1 },
      },
    });
    if (!completed)
      throw notUploading(
        (await tx.uploadSession.findUniqueOrThrow({ where: { id: row.id } })).state,
      );
    await tx.artifact.updateMany({
      where: {
        id: row.artifactId,
        state: 'pending',
        scanStatus: { in: sources(SCAN_STATUS, 'queue') },
      },
      data: { scanStatus: SCAN_STATUS.events.queue.to, updatedAt: now },
    });
    await announceCompletion(tx, ctx, row);
    return completed;
  });
}

/** Writes the audit line and the event of a completed upload. */
async function announceCompletion(
  tx: Tx,
  ctx: RequestContext,
  { id, modId, userId, versionId }: UploadSessionModel,
): Promise<void> {
  await audit(tx, ctx, { action: 'upload.completed', targetKind: 'upload', targetId: id });
  await emit(tx, {
    kind: 'upload.completed',
    subjectId: id,
    modId,
    userId,
    data: { upload_id: id, mod_id: modId, version_id: versionId },
  });
}
