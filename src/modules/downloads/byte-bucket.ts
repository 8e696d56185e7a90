import { LIMITS } from '../../registry/limits.js';

/** What was granted to somebody and is not refilled yet. */
export interface ByteBucket {
  readonly spentBytes: bigint;
  /** The moment that it is true of. */
  readonly asOf: Date;
}

const DAY_MS = BigInt(LIMITS.downloadBytesWindowSeconds * 1000);

/**
 * A bucket as it is now. It refills evenly, by all that it holds in a day, so that nobody gains by
 * waiting for midnight. What is no whole byte yet is not given.
 */
export function refilled(bucket: ByteBucket, capacity: bigint, now: Date): ByteBucket {
  // Clocks of two processes differ; one that is behind takes nothing back.
  const elapsed = BigInt(Math.max(0, now.getTime() - bucket.asOf.getTime()));
  const left = bucket.spentBytes - (capacity * elapsed) / DAY_MS;
  const asOf = elapsed > 0n ? now : bucket.asOf;
  return { spentBytes: left > 0n ? left : 0n, asOf };
}

/**
 * How long to wait until so many bytes fit, in whole milliseconds; 0 where they do. What is larger
 * than the bucket fits when it is full: it would never, otherwise. `bucket` is as it was written:
 * one that is refilled up to now has lost the part of a byte, and the wait would be too long.
 */
export function waitMsFor(bucket: ByteBucket, sizeBytes: bigint, capacity: bigint, now: Date) {
  const needed = sizeBytes < capacity ? sizeBytes : capacity;
  return msUntil(bucket, capacity - needed, capacity, now);
}

/** How long until no more than so many bytes of a bucket are spent, in whole milliseconds. */
export function msUntil(bucket: ByteBucket, level: bigint, capacity: bigint, now: Date): number {
  const excess = bucket.spentBytes - level;
  if (excess <= 0n) return 0;
  const refillMs = Number((excess * DAY_MS + capacity - 1n) / capacity);
  return Math.max(0, bucket.asOf.getTime() + refillMs - now.getTime());
}

/** Before this, what was charged has been refilled, whatever the bucket held. */
export function refilledSince(now: Date): Date {
  return new Date(now.getTime() - Number(DAY_MS));
}
