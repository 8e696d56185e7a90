import { inBatches } from '../../../../platform/database/in-batches.js';
import type { Platform } from '../../../../platform/platform.js';
import { LIMITS } from '../../../../registry/limits.js';

/**
 * Removes the sessions that failed or were cancelled at least `endedUploadKeptSeconds` ago, with
 * their scan job and the list of their files. Their ids then return 410. It stops after 30 seconds
 * (`inBatches`), and throws the reason of an aborted `signal`. These stay:
 * - a session whose file is neither rejected nor deleted
 * - a session whose staged bytes are not removed yet
 * - a session that a moderator decided or wrote notes about, because the history of its mod shows
 *   it
 */
export async function removeEndedUploads(
  { db, clock }: Platform,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const keptSince = new Date(now.getTime() - LIMITS.endedUploadKeptSeconds * 1000);
  // An activity window is much shorter than this time. So the condition on `expires_at` hardly
  // delays a removal, and the index on `state` and `expires_at` leaves out younger sessions.
  await inBatches(
    (rows) => db.$executeRaw`
      with ended as (
        select s.id, s.job_id from upload_sessions s
        where s.state in ('failed', 'cancelled') and s.expires_at <= ${keptSince}::timestamptz
          and s.updated_at <= ${keptSince}::timestamptz and s.cleanup_after is null
          and s.reviewed_at is null
          and not exists (select from artifacts a
            where a.id = s.artifact_id and a.state not in ('rejected', 'deleted'))
          and not exists (select from review_notes n where n.upload_id = s.id)
        limit ${rows} for update of s skip locked),
      scans as (delete from jobs j using ended where j.id = ended.job_id),
      stones as (insert into tombstones (id, entity, deleted_at)
        select id, 'UploadSession', ${now}::timestamptz from ended on conflict (id) do nothing)
      delete from upload_sessions s using ended where s.id = ended.id`,
    signal,
  );
}
