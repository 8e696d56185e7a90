import type { Database } from '../../../platform/database/connect.js';
import type { VerificationCounts } from '../../../platform/metrics/verification-gauges.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The progress of the verification of stored bytes, for all processes. One statement on indexes.
 */
export async function readVerification(db: Database, now: Date): Promise<VerificationCounts> {
  const since = new Date(now.getTime() - DAY_MS);
  const [row] = await db.$queryRaw<VerificationCounts[]>`
    select count(*)::int as "verifiedBlobs",
      coalesce(sum(size_bytes), 0)::float8 as "verifiedBytes",
      (select count(*)::int from blobs where state = 'corrupt') as "corruptBlobs",
      (select coalesce(greatest(extract(epoch from ${now}::timestamptz - min(verify_due_at)), 0), 0)::float8
        from blobs where state = 'sealed') as "overdueSeconds"
    from blobs where verified_at > ${since}::timestamptz`;
  return row ?? { verifiedBlobs: 0, verifiedBytes: 0, corruptBlobs: 0, overdueSeconds: 0 };
}
