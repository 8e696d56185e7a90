import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../../../src/platform/log.js';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory-rate-limiter.js';
import { createFallbackRateLimiter } from '../../../src/platform/rate-limit/open-rate-limiter.js';
import type { RateLimiter } from '../../../src/platform/rate-limit/rate-limit.port.js';
import { bucketOf } from './contract.js';

const clock = { now: () => new Date(0) };

/** A limiter that a test can make unavailable, with a record of its calls. */
function breakable() {
  const inner = createMemoryRateLimiter(clock);
  const asked: string[] = [];
  let isAway = false;
  const answer = async <T>(verb: string, work: () => Promise<T> | T): Promise<T> => {
    asked.push(verb);
    if (isAway) throw new Error('away');
    return work();
  };
  const limiter: RateLimiter = {
    take: (buckets) => answer('take', () => inner.take(buckets)),
    look: (buckets) => answer('look', () => inner.look(buckets)),
    refund: (bucket) => answer('giveBack', () => inner.refund(bucket)),
    ping: () => answer('ping', () => inner.ping()),
    close: () => inner.close(),
  };
  const away = (is: boolean) => {
    isAway = is;
  };
  return { limiter, asked, away };
}

function recordingLog() {
  const lines: string[] = [];
  const write = (level: string) => (_fields: object, message: string) => {
    lines.push(`${level}: ${message}`);
  };
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  return { log, lines };
}

const BEGUN = 'warn: rate limits are counted by this service alone';
const OVER = 'info: rate limits are shared again';

describe('rate limits whose shared store is unavailable', () => {
  const open: RateLimiter[] = [];
  afterEach(() => Promise.all(open.splice(0).map((limiter) => limiter.close())));
  function start() {
    const shared = breakable();
    const { log, lines } = recordingLog();
    const local = createMemoryRateLimiter(clock);
    const limiter = createFallbackRateLimiter({ shared: shared.limiter, local, log, probeMs: 1 });
    open.push(limiter);
    return { limiter, shared, lines };
  }

  it('rate limits stay in force without the shared store, and only one request waits for it', async () => {
    const { limiter, shared } = start();
    shared.away(true);
    const bucket = bucketOf(3);
    const answers: boolean[] = [];
    for (let at = 0; at < 5; at += 1) answers.push((await limiter.take([bucket])).allowed);
    expect(answers).toEqual([true, true, true, false, false]);
    expect(shared.asked.filter((verb) => verb === 'take')).toEqual(['take']);
  });

  it('the log reports the start and the end of each outage of the shared store once', async () => {
    const { limiter, shared, lines } = start();
    const bucket = bucketOf(12);
    for (const outage of [1, 2]) {
      shared.away(true);
      await Promise.all([limiter.take([bucket]), limiter.take([bucket]), limiter.look([bucket])]);
      await vi.waitUntil(() => shared.asked.filter((verb) => verb === 'ping').length > 3 * outage);
      shared.away(false);
      await vi.waitUntil(() => lines.length === 2 * outage);
    }
    expect(lines).toEqual([BEGUN, OVER, BEGUN, OVER]);
  });

  it('rate limits are shared again once the shared store responds', async () => {
    const { limiter, shared, lines } = start();
    const bucket = bucketOf(2);
    const take = async () => (await limiter.take([bucket])).allowed;
    expect(await take()).toBe(true);
    shared.away(true);
    expect(await take()).toBe(true);
    shared.away(false);
    await vi.waitUntil(() => lines.includes(OVER));
    expect([await take(), await take()]).toEqual([true, false]);
  });

  it('an outage gives no caller of this process a second full bucket', async () => {
    const { limiter, shared } = start();
    const bucket = bucketOf(3);
    for (let at = 0; at < 3; at += 1) await limiter.take([bucket]);
    shared.away(true);
    expect(await limiter.take([bucket])).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('an outage while units are returned fails no request, and the local bucket gets them', async () => {
    const { limiter, shared } = start();
    const bucket = bucketOf(3, 3);
    await limiter.take([bucket]);
    shared.away(true);
    await limiter.refund(bucket);
    expect(await limiter.take([bucket])).toMatchObject({ allowed: true });
  });

  it('a failed ping also starts the outage, and it throws', async () => {
    const { limiter, shared, lines } = start();
    shared.away(true);
    await expect(limiter.ping()).rejects.toThrow('away');
    expect(lines).toEqual([BEGUN]);
  });
});
