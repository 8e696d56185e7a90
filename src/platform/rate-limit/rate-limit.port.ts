import type { QuotaBucket } from '../../registry/limits.js';

/** One bucket that a request takes from, and how much. */
export interface Bucket {
  /** Names it among all buckets; nothing of the caller can be read from it. */
  readonly key: string;
  readonly rate: QuotaBucket;
  /** Units that it holds at most, and that come back evenly within a minute. */
  readonly perMinute: number;
  /** Whole units to take, from 1 to `perMinute`. */
  readonly units: number;
}

/** What the buckets of a request answered together. */
export interface Decision {
  readonly allowed: boolean;
  /** The bucket that the numbers are of: the one to wait for, else the one with the least left. */
  readonly bucket: Bucket;
  /** Whole units that are left in it after this decision. */
  readonly remaining: number;
  /** Whole seconds until it is full again. */
  readonly resetSeconds: number;
  /** Whole seconds until the same request would be allowed; 0 where it is. */
  readonly retryAfterSeconds: number;
}

/** Some buckets; a request without any is not limited and asks nobody. */
export type Buckets = readonly [Bucket, ...Bucket[]];

/** Counts requests in buckets that refill by themselves (Spec 8; docs/decisions/0011). */
export interface RateLimiter {
  /** Takes from every bucket, or from none of them where one has too little. No key stands twice. */
  take(buckets: Buckets): Promise<Decision>;
  /** What `take` would answer now; takes nothing. */
  look(buckets: Buckets): Promise<Decision>;
  /** Returns units to a bucket that were taken and not used. A full bucket stays full. */
  giveBack(bucket: Bucket): Promise<void>;
  /** Throws when what counts cannot answer now. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
