import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMonitor } from '../../../src/platform/seven-zip/monitor.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a monitor reports a stall after too long a silence', async () => {
  const monitor = createMonitor(60, 'stalled', undefined);
  await vi.advanceTimersByTimeAsync(50_000);
  monitor.touch();
  await vi.advanceTimersByTimeAsync(35_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(monitor.outcome).resolves.toBe('stalled');
  expect(vi.getTimerCount()).toBe(0);
});

test('a monitor allows a silence that is shorter than its limit, however it lies between two checks', async () => {
  const monitor = createMonitor(60, 'stalled', undefined);
  await vi.advanceTimersByTimeAsync(31_000);
  monitor.touch();
  await vi.advanceTimersByTimeAsync(59_900);
  expect(vi.getTimerCount()).toBe(1);
  monitor.end('done');
  await expect(monitor.outcome).resolves.toBe('done');
});

test('a monitor reports no stall while the decoder waits for queued work', async () => {
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

test('a monitor drops the work that waits when the outcome is known', async () => {
  const stop = new AbortController();
  const monitor = createMonitor(60, 'stalled', stop.signal);
  const done: string[] = [];
  let release = (): void => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const add = monitor.queue();
  add(() => first.then(() => void done.push('first')));
  add(async () => void done.push('second'));
  await vi.advanceTimersByTimeAsync(0);
  stop.abort(new Error('the process stops'));
  await expect(monitor.outcome).rejects.toThrow('the process stops');
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['first']);
});
