import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll } from 'vitest';

const RESOLUTION_MS = 10;

/**
 * Measures the event-loop delay over all tests of a file and prints the longest at its end. Tests
 * that build archives on the spot delay the loop themselves; tests with prepared archives can
 * assert the delay.
 */
export function watchFile(name: string): { maxMs(): number } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const maxMs = (): number => Math.max(0, histogram.max / 1e6 - RESOLUTION_MS);
  beforeAll(() => void histogram.enable());
  afterAll(() => {
    histogram.disable();
    console.log(`largest event-loop delay (target 100 ms): ${maxMs().toFixed(0)} ms in ${name}`);
  });
  return { maxMs };
}
