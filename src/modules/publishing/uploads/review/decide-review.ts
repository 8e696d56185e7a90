import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { RegisteredError } from '../../../../registry/errors.js';
import type { RejectionReason } from '../../../../registry/reviews.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import { requireUser } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { presentUpload } from '../session/read-upload.js';
import type { UploadSession } from '../session/upload.type.js';
import { notifySender } from './notify-sender.js';
import { notClaimedByOthers } from './review-lease.js';
import { checkedNote, checkedPublicNote, requireOthersUpload, writeNote } from './review-notes.js';
import { alreadyDecided, notReviewable } from './review-refusals.js';

/** The notes of a decision; null, absent or empty means no note. */
export interface DecisionNotes {
  /** For other moderators. */
  readonly note?: string | null;
  /** For the creator. */
  readonly publicNote?: string | null;
}

/** A moderator's decision, with its checks and effects. */
interface ReviewDecision {
  readonly event: 'approve' | 'refuse';
  readonly notes: DecisionNotes;
  /** The reason of a rejection. */
  readonly reason?: RejectionReason | null;
  /** Throws if the decision is not allowed. Runs before any change. */
  requireAllowed?(tx: Tx): Promise<void>;
  /** Writes the effects in the transaction of the decision. An error undoes the decision too. */
  effects(tx: Tx, now: Date): Promise<void>;
}

/**
 * Checks and applies a decision in one transaction, with both notes, the audit line and the mail.
 * Of two equal calls by a moderator at the same time, the second one also returns the upload
 * (`repeatedDecision`). Throws `invalid_input` for an invalid note, `forbidden` for an involved
 * moderator, and the errors of `requireAllowed`. Throws `invalid_state` if the review has ended, or
 * another moderator has claimed it.
 */
export async function decideReview(
  ctx: RequestContext,
  upload: UploadSessionModel,
  decision: ReviewDecision,
): Promise<UploadSession> {
  const texts = checkedNotes(decision.notes);
  try {
    return presentUpload(await transact(ctx, (tx) => apply(ctx, tx, upload, decision, texts)));
  } catch (error) {
    if (!(error instanceof RegisteredError) || error.code !== 'invalid_state') throw error;
    const { id } = upload;
    const row = await ctx.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
    const repeated = await repeatedDecision(ctx, row, decision);
    if (repeated) return repeated;
    throw error;
  }
}

const OUTCOMES = { approve: 'approved', refuse: 'rejected' } as const;

function checkedNotes({ note, publicNote }: DecisionNotes) {
  return {
    note: note ? checkedNote('note', note) : null,
    publicNote: checkedPublicNote(publicNote),
  };
}

async function apply(
  ctx: RequestContext,
  tx: Tx,
  upload: UploadSessionModel,
  { event, requireAllowed, effects }: ReviewDecision,
  { note, publicNote }: { readonly note: string | null; readonly publicNote: string | null },
): Promise<UploadSessionModel> {
  const { id } = upload;
  const outcome = OUTCOMES[event];
  const now = ctx.platform.clock.now();
  await requireOthersUpload(ctx, tx, id);
  await requireAllowed?.(tx);
  await endReview(ctx, tx, id, { event, publicNote, now });
  await effects(tx, now);
  if (note !== null) await writeNote(ctx, tx, id, note);
  await notifySender(tx, ctx, upload, outcome);
  const action = event === 'approve' ? 'upload.approved' : 'upload.rejected';
  await audit(tx, ctx, { action, targetKind: 'upload', targetId: id });
  return tx.uploadSession.findUniqueOrThrow({ where: { id } });
}

/**
 * Returns the upload if this moderator made the same decision before, for example if the response
 * was lost. Returns null without such a decision. Throws `invalid_state` if a given note or reason
 * differs from the stored one, so that no text is lost silently. An omitted text does not differ.
 * Throws `invalid_input` for an invalid note.
 */
export async function repeatedDecision(
  ctx: RequestContext,
  upload: UploadSessionModel,
  { event, notes, reason }: Pick<ReviewDecision, 'event' | 'notes' | 'reason'>,
): Promise<UploadSession | null> {
  const { userId } = requireUser(ctx);
  const { id, reviewState, reviewedById, rejectionReason } = upload;
  if (reviewState !== OUTCOMES[event] || reviewedById !== userId) return null;
  const { note, publicNote } = checkedNotes(notes);
  const where = { uploadId: id, authorId: userId, text: note ?? '' };
  const isStored = note === null || (await ctx.platform.db.reviewNote.count({ where })) > 0;
  const isEqual =
    isStored &&
    (publicNote === null || publicNote === upload.publicNote) &&
    (!reason || reason === rejectionReason);
  if (!isEqual) throw alreadyDecided();
  return presentUpload(upload);
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
      reviewState: OUTCOMES[event],
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
