import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchEventLoop } from './event-loop.js';

const BLOCK_MS = 200;

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a watch reports synchronous work as a delay of the event loop, under its name', async () => {
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

test('a watch reports work of a promise that fails', async () => {
  const watch = watchEventLoop();
  const failing = watch.during('a failure', async () => {
    await delay(1);
    block(BLOCK_MS);
    throw new Error('expected');
  });
  await expect(failing).rejects.toThrow('expected');
  expect(watch.maxMs()).toBeGreaterThan(BLOCK_MS / 2);
});
