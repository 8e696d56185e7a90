import { z } from 'zod';
import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import {
  type MeasuredBytes,
  ObjectMissing,
  OtherBytes,
} from '../../../../platform/storage/storage.port.js';
import type { RegisteredError } from '../../../../registry/errors.js';
import type { FindingCode } from '../../../../registry/findings.js';
import type { RejectionReason } from '../../../../registry/reviews.js';
import { requireModerator, requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { isId } from '../../../../request/ids.js';
import { missing } from '../../../../request/missing.js';
import { isKnownUnsafe, requireOwnFiles } from '../../../storage/index.js';
import { lateRefusal } from '../scan/accept-bytes.js';
import { promote } from '../scan/conclude-scan.js';
import { makeReady, makeRejected } from '../scan/file-outcome.js';
import { cleanupAfter } from '../session/end-uploads.js';
import { lockVersion } from '../session/lock-version.js';
import type { UploadSession } from '../session/upload.type.js';
import { type DecisionNotes, decideReview, repeatedDecision } from './decide-review.js';
import { requireOthersUpload } from './review-notes.js';
import { knownUnsafe, notReviewable, notTheScanned, tooLate } from './review-refusals.js';

const measured = z.object({ sha256: z.string(), size_bytes: z.number() });

/**
 * Approves a quarantined upload, also without a claim. First the bytes are copied to their
 * permanent key, which reads them again (`promoteBytes`). Binding, decision, notes, audit lines and
 * event are one transaction (Spec 3.2), with all effects of `makeReady`. A repeated call by the
 * same moderator returns the current upload, also if it began before the first one ended. Throws:
 * - `invalid_state`: no decision is pending, another moderator has claimed it, the version is
 *   published or deleted, or a newer upload of the file is ready; a repeated call has other notes
 * - `checksum_not_verified`: the bytes were never measured completely, are not the declared ones,
 *   or the store does not hold them any more
 * - `av_scan_rejected`: the bytes were found unsafe in the meantime
 * - `forbidden`: the viewer is involved in the upload (`requireUninvolved`)
 * - `session_not_found`, `gone`, `invalid_input` for an invalid note, and the errors of
 *   `requireModerator`
 * - `UnfitStore` and other errors of `promoteBytes`
 */
export async function approveUpload(
  ctx: RequestContext,
  id: string,
  notes: DecisionNotes = {},
): Promise<UploadSession> {
  const upload = await readReviewed(ctx, id);
  const repeated = await repeatedDecision(ctx, upload, { event: 'approve', notes });
  if (repeated) return repeated;
  requireDecidable(ctx, upload);
  const record = measured.safeParse(upload.inspection);
  if (!record.success || record.data.sha256 !== upload.expectedSha256) {
    throw notTheScanned();
  }
  const { sha256, size_bytes: sizeBytes } = record.data;
  if (await isKnownUnsafe(ctx.platform.db, sha256)) throw knownUnsafe();
  const object = await promoteScanned(ctx, upload, { sha256, sizeBytes });
  return decideReview(ctx, upload, {
    event: 'approve',
    notes,
    async requireAllowed(tx) {
      const refusal = await lateRefusal(tx, upload, sha256);
      if (refusal?.code === 'invalid_state') throw await refusalOf(tx, id, refusal.finding);
      if (refusal) throw knownUnsafe();
    },
    effects: (tx, now) => makeReady(ctx, tx, upload, { ...object, engine: null }, now),
  });
}

/** `invalid_state` for an approval that comes too late. The upload may have ended meanwhile. */
async function refusalOf(
  tx: Tx,
  id: string,
  finding: FindingCode | undefined,
): Promise<RegisteredError> {
  const upload = await tx.uploadSession.findUniqueOrThrow({ where: { id } });
  return upload.state === 'quarantined' ? tooLate(finding) : notReviewable(upload);
}

/**
 * Promotes the bytes of an upload. Throws `checksum_not_verified` if the store does not hold them
 * any more, and `UnfitStore` if this process has another store than the one with the bytes.
 */
async function promoteScanned(
  ctx: RequestContext,
  upload: UploadSessionModel,
  measured: MeasuredBytes,
): ReturnType<typeof promote> {
  try {
    return await promote(ctx, upload, measured);
  } catch (error) {
    if (error instanceof ObjectMissing) await requireOwnFiles(ctx.platform);
    else if (!(error instanceof OtherBytes)) throw error;
    throw notTheScanned(error);
  }
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
  const repeated = await repeatedDecision(ctx, upload, { event: 'refuse', notes, reason });
  if (repeated) return repeated;
  requireDecidable(ctx, upload);
  return decideReview(ctx, upload, {
    event: 'refuse',
    notes,
    reason,
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

/** An early check of the conditions of `decideReview`, so that nothing is promoted in vain. */
function requireDecidable(ctx: RequestContext, upload: UploadSessionModel): void {
  const { userId } = requireUser(ctx);
  const { reviewHolderId, reviewHeldUntil } = upload;
  const isClaimed = reviewHeldUntil !== null && reviewHeldUntil > ctx.platform.clock.now();
  const isOthers = isClaimed && reviewHolderId !== userId;
  if (upload.state !== 'quarantined' || isOthers) throw notReviewable(upload);
}
