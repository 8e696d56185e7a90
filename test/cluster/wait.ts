import { setTimeout as pause } from 'node:timers/promises';

const INTERVAL_MS = 250;

/** Waits until a condition holds, and returns its value. Throws after the limit, with the last error. */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => Promise<T | undefined | false | null>,
): Promise<T> {
  const begun = Date.now();
  let last: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() - begun > limitMs) {
      throw new Error(`after ${limitMs / 1000} s still not: ${what}`, { cause: last });
    }
    await pause(INTERVAL_MS);
  }
}
