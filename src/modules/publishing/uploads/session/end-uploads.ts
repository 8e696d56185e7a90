import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { LIMITS } from '../../../../registry/limits.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { lockVersion, releaseVersion } from './lock-version.js';
import { forSession, presentUpload, readUpload } from './read-upload.js';
import { notAbortable } from './session-refusals.js';
import type { UploadSession } from './upload.type.js';

/**
 * When staged bytes may be removed: after every signed URL has expired, and at least 16 minutes
 * from now. So a late PUT finds the old object and does not create it again (Spec 8, clean-up
 * hold).
 */
export function cleanupAfter(row: { leaseUntil: Date }, now: Date): Date {
  return new Date(Math.max(row.leaseUntil.getTime(), holdUntil(now).getTime()));
}

/** Stores the time of `cleanupAfter` for several sessions, in one statement. */
async function holdStaged(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.$executeRaw`
    update upload_sessions set cleanup_after = greatest(lease_until, ${holdUntil(now)}::timestamptz)
    where id = any(${[...ids]}::uuid[])`;
}

function holdUntil(now: Date): Date {
  return new Date(now.getTime() + LIMITS.cleanupHoldSeconds * 1000);
}

/**
 * Cancels an upload whose file is not accepted yet, with its scan and a pending review. Rejects its
 * file and writes an audit line. A version that was in checks for this main file becomes a draft
 * again. Does nothing for a cancelled upload. Spec 3.2, 4.4. Throws `session_not_abortable` for a
 * ready, published or failed upload, and the errors of `readUpload`.
 */
export async function abortUpload(ctx: RequestContext, id: string): Promise<UploadSession> {
  const row = await readUpload(ctx, id);
  if (row.state === 'cancelled') return presentUpload(row);
  return presentUpload(await forSession(row, () => transact(ctx, (tx) => cancelIn(tx, ctx, row))));
}

/** Cancels one upload in a transaction, unless it is cancelled. Throws `session_not_abortable`. */
async function cancelIn(
  tx: Tx,
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<UploadSessionModel> {
  const { id } = row;
  const now = ctx.platform.clock.now();
  await lockVersion(tx, row.versionId);
  const [cancelled] = await tx.uploadSession.updateManyAndReturn({
    where: { id, state: { in: sources(LIFECYCLES.uploadSession, 'abort') } },
    data: {
      state: 'cancelled',
      cleanupAfter: cleanupAfter(row, now),
      updatedAt: now,
      revision: { increment: 1 },
      // A decided review cannot be cancelled, so only a pending one can be here.
      reviewState: 'none',
    },
  });
  if (!cancelled) {
    const current = await tx.uploadSession.findUniqueOrThrow({ where: { id } });
    // A concurrent abort or replacement was first.
    if (current.state === 'cancelled') return current;
    throw notAbortable(current.state);
  }
  await rejectPendingFile(tx, row.artifactId, now);
  // Uses the updated row, because a concurrent completion may have added a job.
  if (cancelled.jobId) {
    await cancelJobs(tx, [cancelled.jobId], now);
    if (row.fileKind === 'main') await releaseVersion(tx, row.versionId, 'reset', now);
  }
  await audit(tx, ctx, { action: 'upload.aborted', targetKind: 'upload', targetId: id });
  return cancelled;
}

/** Rejects the file of an upload, unless its checks have ended. */
async function rejectPendingFile(tx: Tx, artifactId: string, now: Date): Promise<void> {
  await tx.artifact.updateMany({
    where: {
      id: artifactId,
      state: 'pending',
      scanStatus: { in: sources(SCAN_STATUS, 'skip') },
    },
    data: { state: 'rejected', scanStatus: SCAN_STATUS.events.skip.to, updatedAt: now },
  });
}

/** Cancels the given jobs, except those that have ended. */
async function cancelJobs(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.job.updateMany({
    where: { id: { in: [...ids] }, state: { in: sources(LIFECYCLES.job, 'cancel') } },
    data: { state: 'cancelled', completedAt: now, updatedAt: now, leaseUntil: null },
  });
}

/**
 * Cancels the running uploads of deleted versions, with their jobs and pending reviews. Staged
 * bytes are removed after their hold. Ended uploads stay unchanged. The caller deletes the files.
 * Three statements.
 */
export async function cancelUploadsOf(
  tx: Tx,
  versionIds: readonly string[],
  now: Date,
): Promise<void> {
  const cancelled = await tx.uploadSession.updateManyAndReturn({
    where: {
      versionId: { in: [...versionIds] },
      state: { in: sources(LIFECYCLES.uploadSession, 'abort') },
    },
    data: {
      state: 'cancelled',
      reviewState: 'none',
      updatedAt: now,
      revision: { increment: 1 },
    },
    select: { id: true, jobId: true },
  });
  await holdStaged(
    tx,
    cancelled.map(({ id }) => id),
    now,
  );
  await cancelJobs(
    tx,
    cancelled.flatMap(({ jobId }) => jobId ?? []),
    now,
  );
}
