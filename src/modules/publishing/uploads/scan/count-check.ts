import type { Tx } from '../../../../platform/database/connect.js';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';

/**
 * Adds the time from the completion of an upload to the end of its checks to the statistics of its
 * mod for the UTC day. Does nothing for an upload that was not completed. Call it last in the
 * transaction: it locks the mod's row of the day until the transaction ends.
 */
export async function recordCheckTime(
  tx: Tx,
  { modId, completedAt }: Pick<UploadSessionModel, 'modId' | 'completedAt'>,
  now: Date,
): Promise<void> {
  if (completedAt === null) return;
  const ms = Math.max(0, now.getTime() - completedAt.getTime());
  await tx.$executeRaw`
    insert into check_days (mod_id, day, checks, total_ms, longest_ms)
    values (${modId}::uuid, (${now}::timestamptz at time zone 'utc')::date, 1, ${ms}::bigint,
      ${ms}::bigint)
    on conflict (mod_id, day) do update set checks = check_days.checks + 1,
      total_ms = check_days.total_ms + excluded.total_ms,
      longest_ms = greatest(check_days.longest_ms, excluded.longest_ms)`;
}
