import type { RateBucket } from '../../../src/platform/rate-limit/rate-limit.port.js';

/** The expected decision of a limiter, for the bucket that it reports. */
export interface Expected {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfterSeconds: number;
}

/**
 * A reference implementation: a bucket holds `perMinute` tokens and gains as many each minute. It
 * counts sixtieths of a token, so that a whole second gains a whole number.
 */
export function createReferenceModel() {
  const missing = new Map<string, { sixtieths: number; at: number }>();
  let seconds = 0;

  function missingOf({ key, perMinute }: RateBucket): number {
    const { sixtieths, at } = missing.get(key) ?? { sixtieths: 0, at: seconds };
    return Math.max(0, sixtieths - (seconds - at) * perMinute);
  }

  function ask(buckets: readonly RateBucket[], takes: boolean): Expected[] {
    const states = buckets.map((bucket) => {
      const before = missingOf(bucket);
      const after = before + bucket.units * 60;
      const lacking = after - bucket.perMinute * 60;
      return { bucket, before, after, wait: Math.ceil(lacking / bucket.perMinute) };
    });
    const wait = Math.max(...states.map((state) => state.wait));
    const allowed = wait <= 0;
    if (allowed && takes) {
      for (const { bucket, after } of states) {
        missing.set(bucket.key, { sixtieths: after, at: seconds });
      }
    }
    const told = states.map(({ bucket, before, after, wait }) => {
      const lacks = allowed ? after : before;
      return {
        limit: bucket.perMinute,
        remaining: Math.floor((bucket.perMinute * 60 - lacks) / 60),
        resetSeconds: Math.ceil(lacks / bucket.perMinute),
        wait,
      };
    });
    const chosen = allowed
      ? [told.reduce((least, one) => (one.remaining < least.remaining ? one : least))]
      : told.filter((one) => one.wait === wait);
    return chosen.map(({ wait: _, ...numbers }) => ({
      ...numbers,
      allowed,
      retryAfterSeconds: Math.max(0, wait),
    }));
  }

  return {
    take: (buckets: readonly RateBucket[]) => ask(buckets, true),
    look: (buckets: readonly RateBucket[]) => ask(buckets, false),
    pass: (more: number) => {
      seconds += more;
    },
  };
}
