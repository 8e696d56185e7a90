import { vi } from 'vitest';

/**
 * Waits until a check passes; fails with the error of the check after `patienceMs`. The default
 * exceeds any wait on a machine that runs the whole suite, and promises nothing about speed. Tests
 * that start processes set a longer one.
 */
export function eventually<T>(check: () => T | Promise<T>, patienceMs = 25_000): Promise<T> {
  return vi.waitFor(check, { timeout: patienceMs, interval: 10 });
}
