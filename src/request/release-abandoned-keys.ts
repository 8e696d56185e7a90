import type { Database } from '../platform/database/connect.js';

/**
 * Expires the leases of all running writes, so that clients can retry at once. Only for the start
 * of a process that has the database to itself: the processes that held the keys have ended.
 */
export async function releaseAbandonedKeys(db: Database, now: Date): Promise<void> {
  await db.idempotencyRecord.updateMany({
    where: { state: 'running' },
    data: { leaseUntil: now },
  });
}
