import { z } from 'zod';
import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem } from '../../../../registry/errors.js';
import type { RejectionReason } from '../../../../registry/reviews.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import { requireModerator, requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import { audit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { isKnownUnsafe } from '../../../storage/index.js';
import { lateRefusal } from '../scan/accept-bytes.js';
import { promote } from '../scan/conclude-scan.js';
import { makeReady, makeRejected } from '../scan/file-outcome.js';
import { cleanupAfter } from '../session/end-uploads.js';
import { lockVersion } from '../session/lock-version.js';
import { presentUpload } from '../session/read-upload.js';
import type { UploadSession } from '../session/upload.type.js';
import { notifySender } from './notify-sender.js';
import { notClaimedByOthers } from './review-lease.js';
import { checkedNote, checkedPublicNote, requireOthersUpload, writeNote } from './review-notes.js';
import { knownUnsafe, notReviewable, tooLate } from './review-refusals.js';

/** The notes of a decision: one for other moderators, one for the creator. */
export interface DecisionNotes {
  readonly note?: string | null;
  readonly publicNote?: string | null;
}

const measured = z.object({ sha256: z.string(), size_bytes: z.number() });

/**
 * Approves a quarantined upload, also without a claim. First the bytes are copied to their
 * permanent key, which reads them again (`promoteBytes`). Binding, decision, notes, audit lines and
 * event are one transaction (Spec 3.2), with all effects of `makeReady`. A repeated call by the
 * same moderator returns the current upload. Throws:
 * - `invalid_state`: no decision is pending, another moderator has claimed it, the version is
 *   published or deleted, or a newer upload of the file is ready
 * - `checksum_not_verified`: the bytes were never measured completely, or are not the declared ones
 * - `av_scan_rejected`: the bytes were found unsafe in the meantime
 * - `forbidden`: the viewer is involved in the upload (`requireUninvolved`)
 * - `session_not_found`, `gone`, `invalid_input` for a note, and the errors of `requireModerator`
 */
export async function approveUpload(
  ctx: RequestContext,
  id: string,
  notes: DecisionNotes = {},
): Promise<UploadSession> {
  const upload = await readReviewed(ctx, id);
  if (hasDecided(ctx, upload, 'approved')) return presentUpload(upload);
  requireDecidable(ctx, upload);
  const record = measured.safeParse(upload.inspection);
  if (!record.success || record.data.sha256 !== upload.expectedSha256) {
    throw problem('checksum_not_verified');
  }
  const { sha256, size_bytes: sizeBytes } = record.data;
  if (await isKnownUnsafe(ctx.platform.db, sha256)) throw knownUnsafe();
  const object = await promote(ctx, upload, { sha256, sizeBytes });
  return decide(ctx, upload, {
    event: 'approve',
    notes,
    async requireAllowed(tx) {
      const refusal = await lateRefusal(tx, upload, sha256);
      if (refusal)
        throw refusal.code === 'invalid_state' ? tooLate(refusal.finding) : knownUnsafe();
    },
    effects: (tx, now) => makeReady(ctx, tx, upload, { ...object, engine: null }, now),
  });
}

/**
 * Rejects a quarantined upload for a moderator (Spec 3.2); a scan uses `rejectScannedUpload`. The
 * effects on file and version are those of `makeRejected`, and the staged bytes are removed later.
 * Its creator sees the reason and the public note; the error code is `av_scan_rejected` for every
 * reason. A repeated call by the same moderator returns the current upload. Throws `invalid_state`
 * if no decision is pending or another moderator has claimed it. Throws `forbidden`,
 * `session_not_found`, `gone`, `invalid_input` and the errors of `requireModerator` like
 * `approveUpload`.
 */
export async function rejectQuarantinedUpload(
  ctx: RequestContext,
  id: string,
  notes: DecisionNotes = {},
  reason: RejectionReason | null = null,
): Promise<UploadSession> {
  const upload = await readReviewed(ctx, id);
  if (hasDecided(ctx, upload, 'rejected')) return presentUpload(upload);
  requireDecidable(ctx, upload);
  return decide(ctx, upload, {
    event: 'refuse',
    notes,
    requireAllowed: async (tx) => void (await lockVersion(tx, upload.versionId)),
    async effects(tx, now) {
      await makeRejected(ctx, tx, upload, 'av_scan_rejected', now);
      await tx.uploadSession.update({
        where: { id },
        data: {
          failureCode: 'av_scan_rejected',
          failureDetail: rejectionDetail(reason, notes.publicNote),
          rejectionReason: reason,
          cleanupAfter: cleanupAfter(upload, now),
        },
      });
    },
  });
}

/** The detail of a rejection for the creator, in English. */
function rejectionDetail(reason: RejectionReason | null, publicNote?: string | null): string {
  const parts = ['A moderator rejected this file', reason === null ? [] : [`(${reason})`]].flat();
  const note = publicNote?.trim();
  return note ? `${parts.join(' ')}: ${note}` : `${parts.join(' ')}.`;
}

async function readReviewed(ctx: RequestContext, id: string): Promise<UploadSessionModel> {
  requireModerator(ctx);
  const { db } = ctx.platform;
  const upload = isId(id) ? await db.uploadSession.findUnique({ where: { id } }) : null;
  if (!upload) throw await missing(ctx, id, 'session_not_found');
  // The transaction checks this again. Here it prevents a promotion for a decision that is refused.
  await requireOthersUpload(ctx, db, id);
  return upload;
}

/** Whether this moderator repeats an earlier decision, for example after a lost response. */
function hasDecided(
  ctx: RequestContext,
  upload: UploadSessionModel,
  outcome: 'approved' | 'rejected',
): boolean {
  const { userId } = requireUser(ctx);
  return upload.reviewState === outcome && upload.reviewedById === userId;
}

/** An early check of the conditions of `endReview`, so that nothing is promoted in vain. */
function requireDecidable(ctx: RequestContext, upload: UploadSessionModel): void {
  const { userId } = requireUser(ctx);
  const { reviewHolderId, reviewHeldUntil } = upload;
  const isClaimed = reviewHeldUntil !== null && reviewHeldUntil > ctx.platform.clock.now();
  const isOthers = isClaimed && reviewHolderId !== userId;
  if (upload.state !== 'quarantined' || isOthers) throw notReviewable(upload);
}

/** A moderator's decision, with its checks and effects. */
interface ReviewDecision {
  readonly event: 'approve' | 'refuse';
  readonly notes: DecisionNotes;
  /** Throws if the decision is not allowed. Runs before any change. */
  requireAllowed?(tx: Tx): Promise<void>;
  effects(tx: Tx, now: Date): Promise<void>;
}

/** Checks and applies a decision in one transaction, with both notes, the audit line and the mail. */
async function decide(
  ctx: RequestContext,
  upload: UploadSessionModel,
  { event, notes, requireAllowed, effects }: ReviewDecision,
): Promise<UploadSession> {
  const text = notes.note ? checkedNote('note', notes.note) : null;
  const publicNote = checkedPublicNote(notes.publicNote);
  const row = await transact(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    await requireOthersUpload(ctx, tx, upload.id);
    await requireAllowed?.(tx);
    await endReview(ctx, tx, upload.id, { event, publicNote, now });
    await effects(tx, now);
    if (text !== null) await writeNote(ctx, tx, upload.id, text);
    await notifySender(tx, ctx, upload, event === 'approve' ? 'approved' : 'rejected');
    await audit(tx, ctx, {
      action: event === 'approve' ? 'upload.approved' : 'upload.rejected',
      targetKind: 'upload',
      targetId: upload.id,
    });
    return tx.uploadSession.findUniqueOrThrow({ where: { id: upload.id } });
  });
  return presentUpload(row);
}

/** Ends a review. Throws `invalid_state` if it has ended, or another moderator has claimed it. */
async function endReview(
  ctx: RequestContext,
  tx: Tx,
  id: string,
  { event, publicNote, now }: { event: 'approve' | 'refuse'; publicNote: string | null; now: Date },
): Promise<void> {
  const lifecycle = LIFECYCLES.uploadSession;
  const { userId } = requireUser(ctx);
  const moved = await tx.uploadSession.updateMany({
    where: { id, state: { in: sources(lifecycle, event) }, ...notClaimedByOthers(userId, now) },
    data: {
      state: lifecycle.events[event].to,
      reviewState: event === 'approve' ? 'approved' : 'rejected',
      reviewedById: userId,
      reviewedAt: now,
      reviewHolderId: null,
      reviewHeldUntil: null,
      publicNote,
      updatedAt: now,
      revision: { increment: 1 },
    },
  });
  if (moved.count === 0)
    throw notReviewable(await tx.uploadSession.findUniqueOrThrow({ where: { id } }));
}
