import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMonitor } from '../../../src/platform/seven-zip/monitor.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('who says nothing for too long is given up', async () => {
  const monitor = createMonitor(60, 'stalled', undefined);
  await vi.advanceTimersByTimeAsync(50_000);
  monitor.touch();
  await vi.advanceTimersByTimeAsync(35_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(monitor.outcome).resolves.toBe('stalled');
  expect(vi.getTimerCount()).toBe(0);
});

test('nobody is given up while they wait for us', async () => {
  const monitor = createMonitor(60, 'stalled', undefined);
  let done = (): void => {};
  const work = new Promise<void>((resolve) => {
    done = resolve;
  });
  monitor.queue()(() => work);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(vi.getTimerCount()).toBe(1);
  done();
  monitor.end('done');
  await expect(monitor.outcome).resolves.toBe('done');
});
