import type { Tx } from '../../platform/database/connect.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../platform/database/generated/models.js';
import type { ErrorCode } from '../../registry/errors.js';
import { LIFECYCLES, sources } from '../../registry/states.js';
import type { RequestContext } from '../../request/context.js';
import { audit, emit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import type { ScannedObject } from './bind-blob.js';
import { cleanupAfter } from './cleanup.js';
import { idsOf, makeReady, makeRejected } from './file-outcome.js';

/** What a scan found, as it is kept with the session. */
export type ScanRecord = Prisma.InputJsonObject;

/** A session whose scan ended; false where somebody else had ended it before. */
type Settled = Promise<boolean>;

/**
 * The bytes are what was promised and nothing is wrong with them: the blob is bound, the file and
 * its version are ready, and all of that with its audit line and its events at once (Spec 3.1).
 */
export async function acceptUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  object: ScannedObject,
  record: ScanRecord,
): Settled {
  return settle(ctx, upload, 'accept', async (tx, now) => {
    await makeReady(ctx, tx, upload, object, now);
    await endJob(tx, upload, 'succeed', null, now);
    await emitScan(tx, upload, 'clean');
    return { inspection: record };
  });
}

/** The bytes are refused for good: nothing is promoted, and what was staged will be removed. */
export async function rejectUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  refusal: { code: ErrorCode; detail: string },
  record: ScanRecord,
): Settled {
  return settle(ctx, upload, 'reject', async (tx, now) => {
    await makeRejected(ctx, tx, upload, refusal.code, now);
    await endJob(tx, upload, 'reject', refusal.code, now);
    await emitScan(tx, upload, 'rejected');
    return {
      inspection: record,
      failureCode: refusal.code,
      failureDetail: refusal.detail,
      cleanupAfter: cleanupAfter(upload, now),
    };
  });
}

/**
 * Nobody but a person can decide. The job succeeded where the scan came to that conclusion, and
 * failed where it came to none within its attempts (Spec 3.2).
 */
export async function quarantineUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  reasons: readonly string[],
  record: ScanRecord | null,
): Settled {
  return settle(ctx, upload, 'quarantine', async (tx, now) => {
    await tx.artifact.updateMany({
      where: { id: upload.artifactId, state: 'pending' },
      data: { scanStatus: 'quarantined', updatedAt: now },
    });
    if (record) await endJob(tx, upload, 'succeed', 'manual_review_required', now);
    else await endJob(tx, upload, 'fail', 'manual_intervention_required', now);
    await audit(tx, ctx, {
      action: 'upload.quarantined',
      targetKind: 'upload',
      targetId: upload.id,
      data: { reasons: [...reasons] },
    });
    await emitScan(tx, upload, 'quarantined');
    return {
      ...(record ? { inspection: record } : {}),
      reviewState: 'pending',
      reviewReasons: [...reasons],
    };
  });
}

/** One guarded move of a session with all that goes with it, in one transaction. */
async function settle(
  ctx: RequestContext,
  upload: UploadSessionModel,
  event: 'accept' | 'reject' | 'quarantine',
  effects: (tx: Tx, now: Date) => Promise<Prisma.UploadSessionUpdateManyMutationInput>,
): Settled {
  const lifecycle = LIFECYCLES.uploadSession;
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    const moved = await tx.uploadSession.updateMany({
      where: { id: upload.id, state: { in: sources(lifecycle, event) } },
      data: { state: lifecycle.events[event].to, updatedAt: now, revision: { increment: 1 } },
    });
    if (moved.count === 0) return false;
    const data = await effects(tx, now);
    await tx.uploadSession.updateMany({ where: { id: upload.id }, data });
    return true;
  });
}

async function endJob(
  tx: Tx,
  upload: UploadSessionModel,
  event: 'succeed' | 'reject' | 'fail',
  terminalReason: string | null,
  now: Date,
): Promise<void> {
  if (upload.jobId === null) return;
  await tx.job.updateMany({
    where: { id: upload.jobId, state: { in: sources(LIFECYCLES.job, event) } },
    data: {
      state: LIFECYCLES.job.events[event].to,
      terminalReason,
      completedAt: now,
      updatedAt: now,
      leaseUntil: null,
    },
  });
}

/** The outcome of a scan, which never changes whatever is decided later (Spec 6). */
async function emitScan(tx: Tx, upload: UploadSessionModel, outcome: string): Promise<void> {
  await emit(tx, {
    kind: 'scan.completed',
    subjectId: upload.id,
    modId: upload.modId,
    userId: upload.userId,
    data: { ...idsOf(upload), outcome },
  });
}
