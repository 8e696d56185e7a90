import type { QuotaBucket } from '../../registry/limits.js';

/** One bucket of a request, and the units to take. */
export interface RateBucket {
  /** Unique among all buckets. It reveals nothing about the caller. */
  readonly key: string;
  readonly rate: QuotaBucket;
  /** The capacity in units. It refills evenly within one minute. */
  readonly perMinute: number;
  /** Whole units to take, from 1 to `perMinute`. */
  readonly units: number;
}

/** The joint decision of the buckets of a request. */
export interface RateDecision {
  readonly allowed: boolean;
  /**
   * The bucket that the numbers describe: the one with the longest wait, else the one with the
   * least left.
   */
  readonly bucket: RateBucket;
  /** Whole units left in the bucket after this decision. */
  readonly remaining: number;
  /** Whole seconds until it is full again. */
  readonly resetSeconds: number;
  /** Whole seconds until the same request would be allowed; 0 if it is allowed. */
  readonly retryAfterSeconds: number;
}

/** At least one bucket. A request without buckets is not limited. */
export type RateBuckets = readonly [RateBucket, ...RateBucket[]];

/**
 * Counts requests in buckets that refill over time (Spec 8; docs/decisions/0011). A limiter in the
 * memory of this process returns its decisions at once, without a promise.
 */
export interface RateLimiter {
  /** Takes from every bucket, or from none if one has too little. Keys must be distinct. */
  take(buckets: RateBuckets): Promise<RateDecision> | RateDecision;
  /** Returns what `take` would return, without taking. */
  look(buckets: RateBuckets): Promise<RateDecision> | RateDecision;
  /**
   * Returns the units of this bucket, if they were taken and not used. A full bucket stays full.
   */
  refund(bucket: RateBucket): Promise<void>;
  /** Throws if the limiter is unavailable. */
  ping(): Promise<void>;
  /** Disconnects from the shared counts, if there are any. */
  close(): Promise<void>;
}
