import { expect, it } from 'vitest';
import { shareResult } from '../../src/platform/concurrency.js';
import { inScope, scopeNow } from '../../src/platform/work-scope.js';

it('a computation that throws at once is not shared by later callers', async () => {
  let isBroken = true;
  const read = shareResult(60, () => {
    if (isBroken) throw new Error('broken');
    return Promise.resolve('right');
  });
  await expect(read()).rejects.toThrow('broken');
  isBroken = false;
  expect(await read()).toBe('right');
});

it('callers share a running computation, and its result for a while', async () => {
  let runs = 0;
  const read = shareResult(60, async () => {
    runs += 1;
    return runs;
  });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(1);
});

it('a shared computation has the lane of its first caller, whose disconnect does not abort it', async () => {
  const read = shareResult(60, () => Promise.resolve(scopeNow()));
  const { signal } = new AbortController();
  const scope = await inScope({ lane: 'health', gone: signal }, read);
  expect(scope).toEqual({ lane: 'health', gone: null });
});
