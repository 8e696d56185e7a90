import type { Tx } from '../../../../platform/database/connect.js';
import { LIMITS } from '../../../../registry/limits.js';

/**
 * When staging bytes may go: not before every URL that was handed out has stopped working, and not
 * within 16 minutes, so that a late PUT meets what stands there instead of making it again
 * (Spec 8, cleanup hold).
 */
export function cleanupAfter(row: { leaseUntil: Date }, now: Date): Date {
  return new Date(Math.max(row.leaseUntil.getTime(), holdUntil(now).getTime()));
}

/** Sets the same for some sessions, in one statement. */
export async function holdStaged(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.$executeRaw`
    update upload_sessions set cleanup_after = greatest(lease_until, ${holdUntil(now)}::timestamptz)
    where id = any(${[...ids]}::uuid[])`;
}

function holdUntil(now: Date): Date {
  return new Date(now.getTime() + LIMITS.cleanupHoldSeconds * 1000);
}
