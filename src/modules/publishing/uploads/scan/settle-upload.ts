import type { Tx } from '../../../../platform/database/connect.js';
import type { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { FindingCode } from '../../../../registry/findings.js';
import type { ReviewReason } from '../../../../registry/reviews.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit, emit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { cleanupAfter } from '../session/end-uploads.js';
import { lockVersion } from '../session/lock-version.js';
import { lateRefusal, type Refusal, type ScannedObject } from './accept-bytes.js';
import { recordCheckTime } from './count-check.js';
import { idsOf, makeReady, makeRejected } from './file-outcome.js';

/** The result of a scan, as stored with the session. */
export type ScanRecord = Prisma.InputJsonObject;

/** Whether this call ended the scan; false if another one had ended it. */
type Settled = Promise<boolean>;

/** The review reason of a scan without a result within its attempts. */
export const GIVEN_UP: ReviewReason = 'manual_intervention_required';

/**
 * Accepts verified bytes: binds the blob, makes the file ready and, for a main file, its version,
 * with the other effects of `makeReady`. Ends the job and emits `scan.completed`. One transaction
 * (Spec 3.1). A change since the bytes were read may still reject them (`lateRefusal`).
 */
export async function acceptUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  object: ScannedObject,
  record: ScanRecord,
): Settled {
  return transact(ctx, async (tx) => {
    const refusal = await lateRefusal(tx, upload, object.sha256);
    if (refusal) return reject(ctx, tx, upload, refusal, record);
    const now = ctx.platform.clock.now();
    if (!(await leaveScan(tx, upload, 'accept', now))) return false;
    await makeReady(ctx, tx, upload, object, now);
    await endJob(tx, upload, 'succeed', null, now);
    await emitScan(tx, upload, 'clean');
    await storeResult(tx, upload, now, { inspection: record });
    return true;
  });
}

/**
 * Rejects an upload and its file, and for a main file its version (`makeRejected`). Ends the job
 * and emits `scan.completed`, in one transaction. The staged bytes are removed after their hold.
 * `effects` runs in the same transaction, but only if this call ended the scan.
 */
export async function rejectScannedUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  refusal: Refusal,
  record: ScanRecord,
  effects?: (tx: Tx) => Promise<void>,
): Settled {
  return transact(ctx, async (tx) => {
    await lockVersion(tx, upload.versionId);
    const isRejected = await reject(ctx, tx, upload, refusal, record);
    if (isRejected) await effects?.(tx);
    return isRejected;
  });
}

/** The record of a scan, with the real reason of the rejection in place of its findings. */
function withFinding(record: ScanRecord, code: FindingCode): ScanRecord {
  const outcome = (record['outcome'] ?? {}) as ScanRecord;
  return { ...record, outcome: { ...outcome, findings: [{ code }] } };
}

/** Rejects an upload. The caller holds the lock of its version. */
async function reject(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  { code, detail, finding }: Refusal,
  record: ScanRecord,
): Settled {
  const now = ctx.platform.clock.now();
  if (!(await leaveScan(tx, upload, 'reject', now))) return false;
  await makeRejected(ctx, tx, upload, code, now);
  await endJob(tx, upload, 'reject', code, now);
  await emitScan(tx, upload, 'rejected');
  await storeResult(tx, upload, now, {
    inspection: finding === undefined ? record : withFinding(record, finding),
    failureCode: code,
    failureDetail: detail,
    cleanupAfter: cleanupAfter(upload, now),
  });
  return true;
}

/**
 * Sends an upload to review, with an audit line and `scan.completed`, in one transaction. The job
 * ends as failed for the reason `GIVEN_UP`, else as succeeded (Spec 3.2). `record` has the measured
 * digests; it is null if no attempt measured the bytes. Then no moderator can approve the upload.
 */
export async function quarantineUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  reasons: readonly string[],
  record: ScanRecord | null,
): Settled {
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    if (!(await leaveScan(tx, upload, 'quarantine', now))) return false;
    await quarantineFile(tx, upload, now);
    if (reasons.includes(GIVEN_UP)) await endJob(tx, upload, 'fail', GIVEN_UP, now);
    else await endJob(tx, upload, 'succeed', 'manual_review_required', now);
    await auditQuarantine(ctx, tx, upload, reasons);
    await emitScan(tx, upload, 'quarantined');
    await storeResult(tx, upload, now, {
      ...(record ? { inspection: record } : {}),
      reviewState: 'pending',
      reviewSince: now,
      reviewReasons: [...reasons],
    });
    return true;
  });
}

/** Moves the session out of the scan. Returns false if it is no longer in the scan. */
async function leaveScan(
  tx: Tx,
  upload: UploadSessionModel,
  event: 'accept' | 'reject' | 'quarantine',
  now: Date,
): Promise<boolean> {
  const lifecycle = LIFECYCLES.uploadSession;
  const moved = await tx.uploadSession.updateMany({
    where: { id: upload.id, state: { in: sources(lifecycle, event) } },
    data: { state: lifecycle.events[event].to, updatedAt: now, revision: { increment: 1 } },
  });
  return moved.count > 0;
}

/** Stores the result of the scan with the session, and counts its time. */
async function storeResult(
  tx: Tx,
  upload: UploadSessionModel,
  now: Date,
  data: Prisma.UploadSessionUpdateManyMutationInput,
): Promise<void> {
  await tx.uploadSession.updateMany({ where: { id: upload.id }, data });
  await recordCheckTime(tx, upload, now);
}

async function quarantineFile(tx: Tx, upload: UploadSessionModel, now: Date): Promise<void> {
  await tx.artifact.updateMany({
    where: {
      id: upload.artifactId,
      state: 'pending',
      scanStatus: { in: sources(SCAN_STATUS, 'quarantine') },
    },
    data: { scanStatus: SCAN_STATUS.events.quarantine.to, updatedAt: now },
  });
}

async function auditQuarantine(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  reasons: readonly string[],
): Promise<void> {
  await audit(tx, ctx, {
    action: 'upload.quarantined',
    targetKind: 'upload',
    targetId: upload.id,
    data: { reasons: [...reasons] },
  });
}

/** Ends the job of the scan in the transaction that settles the upload. */
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

/** Emits the result of a scan. Later decisions do not change it (Spec 6). */
async function emitScan(tx: Tx, upload: UploadSessionModel, outcome: string): Promise<void> {
  await emit(tx, {
    kind: 'scan.completed',
    subjectId: upload.id,
    modId: upload.modId,
    userId: upload.userId,
    data: { ...idsOf(upload), outcome },
  });
}
