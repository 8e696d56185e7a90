import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const RESOLUTION_MS = 10;

/**
 * The target on an idle machine. Runs print it and do not enforce it: other processes add delay.
 */
const TARGET_MS = 100;

/** A run that blocks the event loop for longer than this fails on any machine. */
export const MOST_BLOCKED_MS = 1_000;

/** The longest delays of the event loop, by the name of the work. */
export interface EventLoopWatch {
  /**
   * Runs some work and records the longest delay during it under a name. A repeated name keeps its
   * maximum.
   */
  during<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The longest delay of all, in milliseconds. */
  maxMs(): number;
  /** One line for the output of a run, the longest delay first. */
  summary(): string;
}

/** Measures the event loop of this process, from an empty record. */
export function watchEventLoop(): EventLoopWatch {
  const longest = new Map<string, number>();
  const ordered = () => [...longest].sort(([, a], [, b]) => b - a);
  return {
    async during(name, work) {
      const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      histogram.enable();
      // The histogram records the time between its timers: it needs one before the work and one after.
      await delay(2 * RESOLUTION_MS);
      try {
        return await work();
      } finally {
        await delay(2 * RESOLUTION_MS);
        histogram.disable();
        const maxMs = Math.max(0, histogram.max / 1e6 - RESOLUTION_MS);
        longest.set(name, Math.max(longest.get(name) ?? 0, maxMs));
      }
    },
    maxMs: () => Math.max(0, ...longest.values()),
    summary() {
      const all = ordered().map(([name, ms]) => `${ms.toFixed(0)} ms in ${name}`);
      return `largest event-loop delay (target ${TARGET_MS} ms): ${all.join(', ')}`;
    },
  };
}
