import { LIMITS } from '../../../registry/limits.js';

/**
 * Whether an admin has cleared all findings in some bytes. False if there are more findings than
 * the limit, because then the list is incomplete.
 */
export function isCleared(found: readonly string[], clearedFinds: readonly string[]): boolean {
  if (found.length > LIMITS.scanFinds) return false;
  return found.every((signature) => clearedFinds.includes(signature));
}
