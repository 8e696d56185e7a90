import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.js';
import type { RateBucket, RateBuckets, RateDecision, RateLimiter } from './rate-limit.port.js';

const MINUTE_MICROS = 60_000_000;
const SECOND_MICROS = 1_000_000;

/**
 * A bucket in the generic cell rate algorithm. Each bucket stores one number: the time at which it
 * will be full. The time until then is its debt. A unit adds its cost to the debt, and time reduces
 * it. All times are whole microseconds.
 */
interface Terms {
  /** The debt that the units of this request add. */
  readonly costMicros: number;
  /** The debt of an empty bucket. A request above it is rejected. */
  readonly ceilingMicros: number;
}

/** The terms of a bucket. Throws RangeError for more units than the bucket can hold. */
export function termsOf({ perMinute, units }: RateBucket): Terms {
  if (!Number.isInteger(units) || units < 1 || units > perMinute) {
    throw new RangeError(`${units} units of a bucket that holds ${perMinute}`);
  }
  const unitMicros = microsOfUnit(perMinute);
  return { costMicros: units * unitMicros, ceilingMicros: perMinute * unitMicros };
}

/** The decision for a request, given the previous debts of its buckets in their order. */
export function decide(buckets: RateBuckets, debtsMicros: readonly number[]): RateDecision {
  const states = buckets.map((bucket, at) => ({ bucket, debt: debtsMicros[at] ?? 0 }));
  const waits = states.map(({ bucket, debt }) => waitMicros(bucket, debt));
  const longest = Math.max(...waits);
  if (longest > 0) {
    const refusing = states[waits.indexOf(longest)] ?? { bucket: buckets[0], debt: 0 };
    return {
      ...fillOf(refusing.bucket, refusing.debt),
      allowed: false,
      retryAfterSeconds: ceil(longest),
    };
  }
  const fills = states.map(({ bucket, debt }) => fillOf(bucket, debt + termsOf(bucket).costMicros));
  const tightest = fills.reduce((least, fill) => (fill.remaining < least.remaining ? fill : least));
  return { ...tightest, allowed: true, retryAfterSeconds: 0 };
}

/** The wait until a bucket with this debt can give the units; 0 or less if it can now. */
function waitMicros(bucket: RateBucket, debtMicros: number): number {
  const { costMicros, ceilingMicros } = termsOf(bucket);
  return debtMicros + costMicros - ceilingMicros;
}

function fillOf(bucket: RateBucket, debtMicros: number) {
  const roomMicros = termsOf(bucket).ceilingMicros - debtMicros;
  const remaining = Math.max(0, Math.floor(roomMicros / microsOfUnit(bucket.perMinute)));
  return { bucket, remaining, resetSeconds: ceil(debtMicros) };
}

// Rounded up, so that a minute never allows more than it should.
const microsOfUnit = (perMinute: number): number => Math.ceil(MINUTE_MICROS / perMinute);

const ceil = (micros: number): number => Math.ceil(micros / SECOND_MICROS);

/**
 * The maximum number of stored buckets, at about 200 bytes each. Beyond it the least recently used
 * one is dropped, which refills it. A caller with that many addresses has as many buckets anyway.
 */
const BUCKETS_MAX = 100_000;

/** Counts in the memory of this process, by its clock. */
export function createMemoryRateLimiter(clock: Clock, bucketsMax = BUCKETS_MAX): RateLimiter {
  /** When each bucket will be full, in microseconds. Full buckets need no entry. */
  const fullAt = new LRUCache<string, number>({ max: bucketsMax });

  function ask(buckets: RateBuckets, takes: boolean): RateDecision {
    const now = clock.now().getTime() * 1000;
    const debts = buckets.map((bucket) => debtOf(bucket, now));
    const decision = decide(buckets, debts);
    if (!takes || !decision.allowed) return decision;
    buckets.forEach((bucket, at) => {
      fullAt.set(bucket.key, now + (debts[at] ?? 0) + termsOf(bucket).costMicros);
    });
    return decision;
  }

  function debtOf(bucket: RateBucket, now: number): number {
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
    async refund(bucket) {
      const now = clock.now().getTime() * 1000;
      const debt = debtOf(bucket, now) - termsOf(bucket).costMicros;
      fullAt.set(bucket.key, now + Math.max(0, debt));
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
}
