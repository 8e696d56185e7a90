import { describe, expect, it } from 'vitest';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory-rate-limiter.js';
import { bucketOf, rateLimiterContract } from './contract.js';

/** A clock that moves only by hand. */
function standingClock() {
  let time = Date.UTC(2026, 0, 1);
  return {
    now: () => new Date(time),
    pass: async (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

rateLimiterContract('the memory of a process', async () => {
  const clock = standingClock();
  const limiter = createMemoryRateLimiter(clock);
  return { limiter, pass: clock.pass, close: () => limiter.close() };
});

describe('the memory of a process', () => {
  it('the memory limiter keeps the most recently used buckets, however many callers there are', async () => {
    const limiter = createMemoryRateLimiter(standingClock(), 100);
    const [stranger, regular] = [bucketOf(1), bucketOf(1)];
    await limiter.take([stranger]);
    await limiter.take([regular]);
    for (let caller = 0; caller < 1000; caller += 1) {
      await limiter.take([bucketOf(1)]);
      expect((await limiter.take([regular])).allowed).toBe(false);
    }
    expect((await limiter.take([stranger])).allowed).toBe(true);
  });

  it('the memory limiter refuses no caller for longer than a minute, even if the clock goes back', async () => {
    const clock = standingClock();
    const limiter = createMemoryRateLimiter(clock);
    const bucket = bucketOf(5);
    for (let at = 0; at < 5; at += 1) await limiter.take([bucket]);
    await clock.pass(-3600);
    expect(await limiter.take([bucket])).toMatchObject({ allowed: false, resetSeconds: 60 });
    await clock.pass(60);
    expect(await limiter.look([bucket])).toMatchObject({ remaining: 4 });
  });

  it('the memory limiter is bounded by default', async () => {
    const limiter = createMemoryRateLimiter(standingClock());
    const address = (at: number) => bucketOf(5, 1, `address-${at}`);
    for (let at = 0; at <= 100_000; at += 1) await limiter.take([address(at)]);
    expect(await limiter.look([address(0)])).toMatchObject({ remaining: 4 });
    expect(await limiter.look([address(1)])).toMatchObject({ remaining: 3 });
  });
});
