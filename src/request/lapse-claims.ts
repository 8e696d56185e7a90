import type { Database } from '../platform/database/connect.js';

/**
 * Lets the keys of writes that never ended be taken again at once. For the start of a process that
 * has the database to itself: those who held them are gone, and their clients are asking again.
 */
export async function lapseClaims(db: Database, now: Date): Promise<void> {
  await db.idempotencyRecord.updateMany({
    where: { state: 'running' },
    data: { leaseUntil: now },
  });
}
