import { type ProblemDownloadJob, problem, type RegisteredError } from '../../registry/errors.js';
import { type ByteBucket, msUntil, refilled, waitMsFor } from './byte-bucket.js';
import type { LeaseQuota } from './download-quotas.js';

/** Why a download has to wait, and until when; what is told of the quota that it waits for. */
export interface DownloadRefusal {
  readonly bucket: 'download_leases' | 'download_bytes';
  readonly waitMs: number;
  readonly limit: number;
  readonly remaining: number;
  /** Until all of the quota is back. */
  readonly resetMs: number;
}

/** Whether a further place is taken: null, or until when by those that end first. */
export function withoutPlace(
  quota: LeaseQuota,
  ends: readonly Date[],
  now: Date,
): DownloadRefusal | null {
  if (ends.length < quota.places) return null;
  const inMs = ends.map((end) => end.getTime() - now.getTime()).sort((a, b) => a - b);
  return {
    bucket: 'download_leases',
    // Where there are more than allowed, so many have to end first.
    waitMs: inMs[ends.length - quota.places] ?? 0,
    limit: quota.places,
    remaining: 0,
    resetMs: inMs.at(-1) ?? 0,
  };
}

/** Whether so many bytes more are there: null, or until when. The bucket is as it was written. */
export function withoutBytes(
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

/** The one that lasts longest: whoever came back earlier would be refused again. */
export function lastOf(refusals: readonly (DownloadRefusal | null)[]): DownloadRefusal | null {
  return refusals.reduce(
    (last, one) => (one && (!last || one.waitMs > last.waitMs) ? one : last),
    null,
  );
}

/** `download_rate_limited`: the job that waits, for what, and when to come back with it. */
export function refusalOf(
  { bucket, waitMs, limit, remaining, resetMs }: DownloadRefusal,
  downloadJob: ProblemDownloadJob,
): RegisteredError {
  return problem('download_rate_limited', {
    quotaBucket: bucket,
    retryAfterSeconds: seconds(waitMs),
    downloadJob,
    headers: {
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(seconds(resetMs)),
    },
  });
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
