import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchEventLoop } from './event-loop.js';

const BLOCK_MS = 200;

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('an event-loop watch reports synchronous work as a delay, under the name of the work', async () => {
  const watch = watchEventLoop();
  expect(watch.maxMs()).toBe(0);
  expect(
    await watch.during('a loop', async () => {
      block(BLOCK_MS);
      return 'done';
    }),
  ).toBe('done');
  expect(watch.maxMs()).toBeGreaterThan(BLOCK_MS / 2);
  expect(watch.summary()).toMatch(/^largest event-loop delay \(target 100 ms\): \d+ ms in a loop$/);
});

test('an event-loop watch reports the delay of work that fails', async () => {
  const watch = watchEventLoop();
  const failing = watch.during('a failure', async () => {
    await delay(1);
    block(BLOCK_MS);
    throw new Error('expected');
  });
  await expect(failing).rejects.toThrow('expected');
  expect(watch.maxMs()).toBeGreaterThan(BLOCK_MS / 2);
});
