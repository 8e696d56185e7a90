import {
  type ProblemDownloadJob,
  problem,
  type RegisteredError,
} from '../../../registry/errors.js';
import {
  type ByteBucket,
  type LeaseQuota,
  msUntil,
  refilled,
  waitMsFor,
} from './admission-quotas.js';

/**
 * Why a download must wait, and for how long, with the state of the quota. `limit` and `remaining`
 * count slots in `download_leases`, and bytes in `download_bytes`.
 */
export interface DownloadRefusal {
  readonly bucket: 'download_leases' | 'download_bytes';
  readonly waitMs: number;
  readonly limit: number;
  readonly remaining: number;
  /** The time until nothing of the quota is in use. */
  readonly resetMs: number;
}

/**
 * Null if a slot is free, else the wait until enough of the current downloads have ended. `ends`
 * are the expiries of the live grants that the quota counts.
 */
export function slotRefusal(
  quota: LeaseQuota,
  ends: readonly Date[],
  now: Date,
): DownloadRefusal | null {
  if (ends.length < quota.slots) return null;
  const inMs = ends.map((end) => end.getTime() - now.getTime()).sort((a, b) => a - b);
  return {
    bucket: 'download_leases',
    // If more than the limit are active, several must end first.
    waitMs: inMs[ends.length - quota.slots] ?? 0,
    limit: quota.slots,
    remaining: 0,
    resetMs: inMs.at(-1) ?? 0,
  };
}

/** Null if the bytes are available, else the wait until they are. Pass the bucket as stored. */
export function byteRefusal(
  bucket: ByteBucket,
  sizeBytes: bigint,
  capacity: bigint,
  now: Date,
): DownloadRefusal | null {
  const waitMs = waitMsFor(bucket, sizeBytes, capacity, now);
  if (waitMs === 0) return null;
  const { spentBytes } = refilled(bucket, capacity, now);
  return {
    bucket: 'download_bytes',
    waitMs,
    limit: Number(capacity),
    remaining: Math.max(0, Number(capacity - spentBytes)),
    resetMs: msUntil(bucket, 0n, capacity, now),
  };
}

/**
 * The refusal with the longest wait, because an earlier retry would fail again. Null without any.
 */
export function longestWait(refusals: readonly (DownloadRefusal | null)[]): DownloadRefusal | null {
  return refusals.reduce(
    (last, one) => (one && (!last || one.waitMs > last.waitMs) ? one : last),
    null,
  );
}

/** The `download_rate_limited` problem with the waiting job, the quota and the retry delay. */
export function refusalOf(
  { bucket, waitMs, limit, remaining, resetMs }: DownloadRefusal,
  downloadJob: ProblemDownloadJob,
): RegisteredError {
  return problem('download_rate_limited', {
    quotaBucket: bucket,
    retryAfterSeconds: seconds(waitMs),
    downloadJob,
    quota: { limit, remaining, resetSeconds: seconds(resetMs) },
  });
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
