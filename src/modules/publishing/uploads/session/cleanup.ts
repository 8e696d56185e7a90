import type { Tx } from '../../../../platform/database/connect.js';
import { LIMITS } from '../../../../registry/limits.js';

/**
 * When staged bytes may be removed: after every signed URL has expired, and at least 16 minutes
 * from now. So a late PUT finds the old object and does not create it again (Spec 8, cleanup hold).
 */
export function cleanupAfter(row: { leaseUntil: Date }, now: Date): Date {
  return new Date(Math.max(row.leaseUntil.getTime(), holdUntil(now).getTime()));
}

/** Sets this time for several sessions, in one statement. */
export async function holdStaged(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.$executeRaw`
    update upload_sessions set cleanup_after = greatest(lease_until, ${holdUntil(now)}::timestamptz)
    where id = any(${[...ids]}::uuid[])`;
}

function holdUntil(now: Date): Date {
  return new Date(now.getTime() + LIMITS.cleanupHoldSeconds * 1000);
}
