import type { Database } from '../../../platform/database/connect.js';

/**
 * Removes runs that uploaded nothing, if their tokens expired before a time. Runs with uploads stay:
 * their uploads refer to them. Returns the number of removed rows, at most `limit`.
 */
export function removeUnusedRuns(db: Database, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    delete from ci_runs where id in (
      select r.id from ci_runs r
      where r.token_expires_at < ${before}::timestamptz
        and not exists (select from upload_sessions u where u.ci_run_id = r.id)
      order by r.token_expires_at limit ${limit} for update skip locked)`;
}
