import type { Database } from './connect.js';

/** PostgreSQL ends a segment after five minutes and archives it at once. So this is very late. */
const LATE_SECONDS = 900;

/**
 * Whether PostgreSQL fails to archive its write-ahead log: its last attempt failed, or a full
 * segment waits and the last success was more than `lateSeconds` ago. So a command that hangs
 * counts too, except before the first success. Null if PostgreSQL archives nothing, or is a
 * standby.
 */
export async function isArchivingBroken(
  db: Database,
  lateSeconds: number = LATE_SECONDS,
): Promise<boolean | null> {
  const [row] = await db.$queryRaw<{ isBroken: boolean }[]>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
      or coalesce(last_archived_time < now() - make_interval(secs => ${lateSeconds}::float8)
        -- Names of segments without their timelines, the last full one and the last archived one.
        and substr(pg_walfile_name(pg_current_wal_lsn() - size.bytes), 9)
          > substr(last_archived_wal, 9, 16), false) as "isBroken"
    from pg_stat_archiver,
      (select pg_size_bytes(current_setting('wal_segment_size'))::numeric as bytes) as size
    where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()`;
  return row?.isBroken ?? null;
}
