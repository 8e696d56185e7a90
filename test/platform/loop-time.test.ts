import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loopTime } from '../../src/platform/clock.js';

/** Keeps the thread busy until the clock has moved. */
function untilLater(time: number): void {
  while (performance.now() <= time);
}

describe('the time of the event loop', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('callers in one turn share one read of the clock', async () => {
    await turn();
    const reads = vi.spyOn(performance, 'now');
    const times = Array.from({ length: 100 }, loopTime);
    expect(reads).toHaveBeenCalledOnce();
    expect(new Set(times).size).toBe(1);
  });

  it('the next turn reads the clock again', async () => {
    const before = loopTime();
    untilLater(before);
    await turn();
    expect(loopTime()).toBeGreaterThan(before);
  });
});
