import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll } from 'vitest';

const RESOLUTION_MS = 10;

/**
 * Watches the event loop over all tests of a file and prints the longest delay at its end. Tests that
 * make their archives on the spot delay it themselves; those that have them ready may compare it.
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
