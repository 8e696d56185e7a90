import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem, type RegisteredError } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import { firstParts } from './strategy.js';

/** A stored session, and the time of the read. */
interface SeenUpload {
  readonly held: Pick<UploadSessionModel, 'leaseUntil' | 'partsInFlight' | 'totalParts'>;
  readonly now: Date;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The parts in flight: their URLs were signed, and the store has not confirmed them. All of them
 * end with the lease of the session, which every signature extends.
 */
function partsInFlight({ held, now }: SeenUpload): readonly number[] {
  return held.leaseUntil > now ? held.partsInFlight : [];
}

/**
 * Returns the parts in flight after some are signed and some are confirmed. Null if these are more
 * than four, 64 MiB (Spec 8).
 */
export function withParts(
  upload: SeenUpload,
  partNumbers: readonly number[],
  confirmed = NONE,
): number[] | null {
  const all = new Set([...partsInFlight(upload), ...partNumbers]);
  const open = [...all].filter((number) => !confirmed.has(number));
  return open.length > LIMITS.partConcurrency ? null : inOrder(open);
}

/**
 * The parts that a repeated create signs: those in flight, and as many of the first ones as the
 * limit allows. It needs no request to the store.
 */
export function partsToRenew(upload: SeenUpload): number[] {
  const all = new Set([...partsInFlight(upload), ...firstParts(upload.held)]);
  return inOrder([...all].slice(0, LIMITS.partConcurrency));
}

/** The error for parts above the limit. The retry time is when the other URLs expire. */
export function tooManyParts(upload: SeenUpload, confirmed: ReadonlySet<number>): RegisteredError {
  const open = partsInFlight(upload).filter((number) => !confirmed.has(number));
  const lifetimeMs = upload.held.leaseUntil.getTime() - upload.now.getTime();
  const seconds = Math.max(1, Math.ceil(lifetimeMs / 1000));
  return problem('rate_limited', {
    quotaBucket: 'upload_parts',
    retryAfterSeconds: seconds,
    headers: {
      'RateLimit-Limit': String(LIMITS.partConcurrency),
      'RateLimit-Remaining': String(LIMITS.partConcurrency - open.length),
      'RateLimit-Reset': String(seconds),
    },
  });
}

function inOrder(partNumbers: readonly number[]): number[] {
  return partNumbers.toSorted((a, b) => a - b);
}
