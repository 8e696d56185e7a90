import type { Tx } from '../../../../platform/database/connect.js';
import type { Prisma } from '../../../../platform/database/generated/client.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { ReviewReason } from '../../../../registry/contents.js';
import { LIFECYCLES, SCAN_STATUS, sources } from '../../../../registry/states.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit, emit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { cleanupAfter } from '../session/cleanup.js';
import { holdVersion } from '../session/hold-version.js';
import type { ScannedObject } from './bind-blob.js';
import { idsOf, makeReady, makeRejected } from './file-outcome.js';
import { lateRefusal, type Refusal } from './late-refusal.js';

/** The result of a scan, as stored with the session. */
export type ScanRecord = Prisma.InputJsonObject;

/** Whether this call ended the scan; false if another one had ended it. */
type Settled = Promise<boolean>;

/**
 * Accepts verified bytes: binds the blob, and makes the file and its version ready, with the audit
 * entry and the events. One transaction (Spec 3.1). A change since the bytes were read may still
 * reject them.
 */
export async function acceptUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  object: ScannedObject,
  record: ScanRecord,
): Settled {
  return settle(ctx, upload, async (tx) => {
    const refusal = await lateRefusal(tx, upload, object.sha256);
    if (refusal) return rejection(ctx, upload, refusal, record);
    return {
      event: 'accept',
      async effects(tx, now) {
        await makeReady(ctx, tx, upload, object, now);
        await endJob(tx, upload, 'succeed', null, now);
        await emitScan(tx, upload, 'clean');
        return { inspection: record };
      },
    };
  });
}

/** Rejects bytes permanently. Nothing is promoted, and the staged bytes will be removed. */
export async function rejectUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  refusal: Refusal,
  record: ScanRecord,
): Settled {
  return settle(ctx, upload, async (tx) => {
    await holdVersion(tx, upload.versionId);
    return rejection(ctx, upload, refusal, record);
  });
}

function rejection(
  ctx: RequestContext,
  upload: UploadSessionModel,
  { code, detail }: Refusal,
  record: ScanRecord,
): Ending {
  return {
    event: 'reject',
    async effects(tx, now) {
      await makeRejected(ctx, tx, upload, code, now);
      await endJob(tx, upload, 'reject', code, now);
      await emitScan(tx, upload, 'rejected');
      return {
        inspection: record,
        failureCode: code,
        failureDetail: detail,
        cleanupAfter: cleanupAfter(upload, now),
      };
    },
  };
}

/** The review reason of a scan without a result within its attempts. */
export const GIVEN_UP: ReviewReason = 'manual_intervention_required';

/**
 * Sends an upload to review. The job succeeded if the scan asked for a review, and failed if it
 * gave up (Spec 3.2). The measured digests are stored in any case: without them no moderator could
 * approve the upload.
 */
export async function quarantineUpload(
  ctx: RequestContext,
  upload: UploadSessionModel,
  reasons: readonly string[],
  record: ScanRecord | null,
): Settled {
  return settle(ctx, upload, async () => ({
    event: 'quarantine',
    async effects(tx, now) {
      await tx.artifact.updateMany({
        where: {
          id: upload.artifactId,
          state: 'pending',
          scanStatus: { in: sources(SCAN_STATUS, 'quarantine') },
        },
        data: { scanStatus: SCAN_STATUS.events.quarantine.to, updatedAt: now },
      });
      if (reasons.includes(GIVEN_UP)) await endJob(tx, upload, 'fail', GIVEN_UP, now);
      else await endJob(tx, upload, 'succeed', 'manual_review_required', now);
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
        reviewSince: now,
        reviewReasons: [...reasons],
      };
    },
  }));
}

/** The end of a scan: the event of the session and its effects. */
interface Ending {
  readonly event: 'accept' | 'reject' | 'quarantine';
  /** Returns further columns to store with the session. */
  effects(tx: Tx, now: Date): Promise<Prisma.UploadSessionUpdateManyMutationInput>;
}

/** Decides on an ending and applies it if the session is still in the scan. One transaction. */
async function settle(
  ctx: RequestContext,
  upload: UploadSessionModel,
  decide: (tx: Tx) => Promise<Ending>,
): Settled {
  const lifecycle = LIFECYCLES.uploadSession;
  return transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    const { event, effects } = await decide(tx);
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
