import { LIMITS } from '../../registry/limits.js';

/**
 * When staging bytes may go: not before every URL that was handed out has stopped working, and not
 * within 16 minutes, so that a late PUT meets what stands there instead of making it again
 * (Spec 8, cleanup hold).
 */
export function cleanupAfter(row: { leaseUntil: Date }, now: Date): Date {
  const hold = now.getTime() + LIMITS.cleanupHoldSeconds * 1000;
  return new Date(Math.max(row.leaseUntil.getTime(), hold));
}
