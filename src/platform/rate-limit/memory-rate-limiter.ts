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

/**
 * The terms of a bucket. Throws RangeError unless the units are a whole number from 1 to what the
 * bucket can hold.
 */
export function termsOf({ perMinute, units }: RateBucket): Terms {
  if (!Number.isInteger(units) || units < 1 || units > perMinute) {
    throw new RangeError(`${units} units of a bucket that holds ${perMinute}`);
  }
  const unitMicros = microsOfUnit(perMinute);
  return { costMicros: units * unitMicros, ceilingMicros: perMinute * unitMicros };
}

/**
 * The decision for a request, given the previous debts of its buckets in their order. It names the
 * bucket with the longest wait; for an allowed request, the one with the least room.
 */
export function decide(buckets: RateBuckets, debtsMicros: Debts): RateDecision {
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

/** A request for the debts of some buckets, and what to do with them. */
export interface DebtRequest {
  /**
   * `take` adds the costs if no bucket would exceed its ceiling, `give` subtracts them, and `look`
   * changes nothing.
   */
  readonly mode: 'take' | 'look' | 'give';
  readonly buckets: readonly DebtBucket[];
}

/** A bucket of such a request. */
export interface DebtBucket extends Terms {
  readonly key: string;
}

/** The debts that the buckets had before, in their order. */
type Debts = readonly number[];

/**
 * Applies a request to the buckets, and returns the debts that they had before. Returns no promise
 * if the debts are in this process.
 */
export type RequestDebts = (question: DebtRequest) => Promise<Debts> | Debts;

/** Keeps the debts of buckets in the memory of this process, by its clock. */
export function createDebts(
  clock: Clock,
  bucketsMax = BUCKETS_MAX,
): (question: DebtRequest) => number[] {
  /** When each bucket will be full, in microseconds. Full buckets need no entry. */
  const fullAt = new LRUCache<string, number>({ max: bucketsMax });

  function debtOf({ key, ceilingMicros }: DebtBucket, now: number): number {
    const debt = Math.max(0, (fullAt.get(key) ?? now) - now);
    if (debt <= ceilingMicros) return debt;
    // The clock went back. Without this, callers would wait for as long as it went back.
    fullAt.set(key, now + ceilingMicros);
    return ceilingMicros;
  }

  return ({ mode, buckets }) => {
    const now = clock.now().getTime() * 1000;
    const states = buckets.map((bucket) => ({ ...bucket, debt: debtOf(bucket, now) }));
    const fits = states.every(({ debt, costMicros, ceilingMicros }) => {
      return debt + costMicros <= ceilingMicros;
    });
    if (mode === 'look' || (mode === 'take' && !fits)) return states.map(({ debt }) => debt);
    const sign = mode === 'take' ? 1 : -1;
    for (const { key, costMicros, debt } of states) {
      fullAt.set(key, now + Math.max(0, debt + sign * costMicros));
    }
    return states.map(({ debt }) => debt);
  };
}

/** Counts where the debts are kept: in this process, or in the primary process of several. */
export function createDebtRateLimiter(requestDebts: RequestDebts): RateLimiter {
  const request = (mode: DebtRequest['mode'], buckets: RateBuckets) => {
    const requested = buckets.map((bucket) => ({ key: bucket.key, ...termsOf(bucket) }));
    const debts = requestDebts({ mode, buckets: requested });
    if (debts instanceof Promise) return debts.then((known) => decide(buckets, known));
    return decide(buckets, debts);
  };
  return {
    take: (buckets) => request('take', buckets),
    look: (buckets) => request('look', buckets),
    async refund(bucket) {
      await request('give', [bucket]);
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
}

/** Counts in the memory of this process, by its clock. */
export function createMemoryRateLimiter(clock: Clock, bucketsMax = BUCKETS_MAX): RateLimiter {
  return createDebtRateLimiter(createDebts(clock, bucketsMax));
}
