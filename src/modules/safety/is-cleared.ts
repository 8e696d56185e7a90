import { LIMITS } from '../../registry/limits.js';

/**
 * Whether a person has called harmless all that was found in some bytes. What was found is not known
 * to its end where it is above the limit, and then it is not.
 */
export function isCleared(found: readonly string[], clearedFinds: readonly string[]): boolean {
  if (found.length > LIMITS.scanFinds) return false;
  return found.every((signature) => clearedFinds.includes(signature));
}
