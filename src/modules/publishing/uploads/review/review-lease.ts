import type { Tx } from '../../../../platform/database/connect.js';
import type { Prisma } from '../../../../platform/database/generated/client.js';
import { LIMITS } from '../../../../registry/limits.js';
import { requireAdmin, requireModerator } from '../../../../request/authorize.js';
import type { RequestContext } from '../../../../request/context.js';
import { audit } from '../../../../request/outbox.js';
import { transact } from '../../../../request/transact.js';
import { readReview } from './read-reviews.js';
import type { UploadReviewEntry } from './review-entry.type.js';
import { requireOthersUpload } from './review-notes.js';
import { notClaimed, notReviewable } from './review-refusals.js';

/** Matches uploads without a claim of another moderator. An expired claim does not count. */
export function notClaimedByOthers(moderatorId: string, now: Date): Prisma.UploadSessionWhereInput {
  return {
    OR: [
      { reviewHolderId: null },
      { reviewHolderId: moderatorId },
      { reviewHeldUntil: { lte: now } },
    ],
  };
}

const WAITING = { state: 'quarantined', reviewState: 'pending' } as const;

/**
 * Claims an upload under review for one moderator: for 30 minutes, no other moderator decides
 * on it. A repeated claim restarts the lease. With `takeOver`, which needs an admin, the claim of
 * another moderator is replaced. Each claim writes an audit line. Throws the errors of `readReview`
 * or `requireAdmin`, `forbidden` for an involved moderator (`requireUninvolved`), and
 * `invalid_state` if the upload is not pending or another moderator has claimed it.
 */
export async function claimReview(
  ctx: RequestContext,
  id: string,
  takeOver: boolean,
): Promise<UploadReviewEntry> {
  const { userId } = takeOver ? requireAdmin(ctx) : requireModerator(ctx);
  await readReview(ctx, id);
  await transact(ctx, async (tx) => {
    await requireOthersUpload(ctx, tx, id);
    const now = ctx.platform.clock.now();
    const from = await otherClaimant(tx, id, userId, now);
    const claimed = await tx.uploadSession.updateMany({
      where: { id, ...WAITING, ...(takeOver ? {} : notClaimedByOthers(userId, now)) },
      data: {
        reviewHolderId: userId,
        reviewHeldUntil: new Date(now.getTime() + LIMITS.reviewLeaseSeconds * 1000),
        revision: { increment: 1 },
      },
    });
    if (claimed.count === 0)
      throw notReviewable(await tx.uploadSession.findUniqueOrThrow({ where: { id } }));
    await audit(tx, ctx, {
      action: from === null ? 'review.claimed' : 'review.taken_over',
      targetKind: 'upload',
      targetId: id,
      data: from === null ? {} : { from },
    });
  });
  return readReview(ctx, id);
}

/**
 * Returns the other moderator who has claimed an upload, or null. Locks the row of a claimed upload
 * until the transaction ends.
 */
async function otherClaimant(
  tx: Tx,
  id: string,
  userId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ holderId: string }[]>`
    select review_holder_id as "holderId" from upload_sessions
    where id = ${id}::uuid and review_held_until > ${now}::timestamptz for update`;
  return row && row.holderId !== userId ? row.holderId : null;
}

/**
 * Releases a claim, with an audit line; the upload keeps its position in the queue. Throws the
 * errors of `readReview`, and `invalid_state` if the viewer has not claimed it.
 */
export async function releaseReview(ctx: RequestContext, id: string): Promise<UploadReviewEntry> {
  const { userId } = requireModerator(ctx);
  await readReview(ctx, id);
  await transact(ctx, async (tx) => {
    const released = await tx.uploadSession.updateMany({
      where: { id, ...WAITING, reviewHolderId: userId },
      data: { reviewHolderId: null, reviewHeldUntil: null, revision: { increment: 1 } },
    });
    if (released.count === 0) throw notClaimed();
    await audit(tx, ctx, { action: 'review.released', targetKind: 'upload', targetId: id });
  });
  return readReview(ctx, id);
}
