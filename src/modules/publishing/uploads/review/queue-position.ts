import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { RequestContext } from '../../../../request/context.js';

/** How many uploads are looked at before this one, itself included; null where it does not wait. */
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
