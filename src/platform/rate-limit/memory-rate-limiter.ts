import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import { decide, termsOf } from './gcra.js';
import type { Bucket, Buckets, Decision, RateLimiter } from './rate-limit.port.js';

/**
 * The maximum number of stored buckets, at about 200 bytes each. Beyond it the least recently used
 * one is dropped, which refills it. A caller with that many addresses has as many buckets anyway.
 */
const BUCKETS_MAX = 100_000;

/** Counts in the memory of this process, by its clock. */
export function createMemoryRateLimiter(clock: Clock, bucketsMax = BUCKETS_MAX): RateLimiter {
  /** When each bucket will be full, in microseconds. Full buckets need no entry. */
  const fullAt = new LRUCache<string, number>({ max: bucketsMax });

  function ask(buckets: Buckets, takes: boolean): Decision {
    const now = clock.now().getTime() * 1000;
    const debts = buckets.map((bucket) => debtOf(bucket, now));
    const decision = decide(buckets, debts);
    if (!takes || !decision.allowed) return decision;
    buckets.forEach((bucket, at) => {
      fullAt.set(bucket.key, now + (debts[at] ?? 0) + termsOf(bucket).costMicros);
    });
    return decision;
  }

  function debtOf(bucket: Bucket, now: number): number {
    const debt = Math.max(0, (fullAt.get(bucket.key) ?? now) - now);
    const { ceilingMicros } = termsOf(bucket);
    if (debt <= ceilingMicros) return debt;
    // The clock went back. Without this, callers would wait for as long as that.
    fullAt.set(bucket.key, now + ceilingMicros);
    return ceilingMicros;
  }

  return {
    take: async (buckets) => ask(buckets, true),
    look: async (buckets) => ask(buckets, false),
    async giveBack(bucket) {
      const now = clock.now().getTime() * 1000;
      const debt = debtOf(bucket, now) - termsOf(bucket).costMicros;
      fullAt.set(bucket.key, now + Math.max(0, debt));
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
}
