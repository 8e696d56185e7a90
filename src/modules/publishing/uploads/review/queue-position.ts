import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../../request/context.js';

/** The 1-based position of an upload in the review queue; null if it is not pending. */
export async function queuePosition(
  ctx: RequestContext,
  row: UploadSessionModel,
): Promise<number | null> {
  if (row.reviewState !== 'pending' || row.reviewSince === null) return null;
  const [queue] = await ctx.platform.db.$queryRaw<{ position: number }[]>`
    select count(*)::int as position from upload_sessions s
    where s.review_state = 'pending'
      and (s.review_since, s.id) <= (${row.reviewSince}::timestamptz, ${row.id}::uuid)`;
  return queue?.position ?? null;
}
