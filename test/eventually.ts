import { vi } from 'vitest';

/**
 * Waits until a check succeeds that something else makes true; fails as the check does where nothing
 * does. Its patience is longer than anything takes on a machine that is busy with the whole suite, and
 * no part of a promise; what starts processes says that it needs more.
 */
export function eventually<T>(check: () => T | Promise<T>, patienceMs = 25_000): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs, interval: 10 });
}
