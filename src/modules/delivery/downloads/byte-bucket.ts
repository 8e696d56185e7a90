import { LIMITS } from '../../../registry/limits.js';

/** The granted bytes of an actor that are not yet refilled. */
export interface ByteBucket {
  readonly spentBytes: bigint;
  /** The time for which the value is valid. */
  readonly asOf: Date;
}

const DAY_MS = BigInt(LIMITS.downloadBytesWindowSeconds * 1000);

/**
 * The bucket at time `now`. It refills evenly, by its capacity per day, so that waiting for
 * midnight has no advantage. Fractions of a byte do not count.
 */
export function refilled(bucket: ByteBucket, capacity: bigint, now: Date): ByteBucket {
  // Process clocks differ; a slow clock must not increase the debt.
  const elapsed = BigInt(Math.max(0, now.getTime() - bucket.asOf.getTime()));
  const left = bucket.spentBytes - (capacity * elapsed) / DAY_MS;
  const asOf = elapsed > 0n ? now : bucket.asOf;
  return { spentBytes: left > 0n ? left : 0n, asOf };
}

/**
 * The wait in whole milliseconds until `sizeBytes` fit; 0 if they fit now. A file larger than the
 * bucket fits when the bucket is full, otherwise it would never fit. Pass the bucket as stored:
 * refilling rounds down to whole bytes, which would lengthen the wait.
 */
export function waitMsFor(bucket: ByteBucket, sizeBytes: bigint, capacity: bigint, now: Date) {
  const needed = sizeBytes < capacity ? sizeBytes : capacity;
  return msUntil(bucket, capacity - needed, capacity, now);
}

/** The wait in whole milliseconds until at most `level` bytes of a bucket are spent. */
export function msUntil(bucket: ByteBucket, level: bigint, capacity: bigint, now: Date): number {
  const excess = bucket.spentBytes - level;
  if (excess <= 0n) return 0;
  const refillMs = Number((excess * DAY_MS + capacity - 1n) / capacity);
  return Math.max(0, bucket.asOf.getTime() + refillMs - now.getTime());
}

/** Charges before this time are fully refilled, whatever the bucket held. */
export function refilledSince(now: Date): Date {
  return new Date(now.getTime() - Number(DAY_MS));
}
