import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import { problem, type RegisteredError } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';
import { firstParts } from './strategy.js';

/** A stored session, and when it was read. */
interface SeenUpload {
  readonly held: Pick<UploadSessionModel, 'leaseUntil' | 'partsInFlight' | 'totalParts'>;
  readonly now: Date;
}

const NONE: ReadonlySet<number> = new Set();

/**
 * The parts of which bytes may be on their way: their addresses were handed out, and the store was
 * not found to hold them. All of them end with the lease of the session, which every signature moves.
 */
function partsInFlight({ held, now }: SeenUpload): readonly number[] {
  return held.leaseUntil > now ? held.partsInFlight : [];
}

/**
 * What is in flight once some parts are signed as well, without those that the store confirms; null
 * where these are more than four, 64 MiB (Spec 8).
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
 * What a repeated create signs: the parts in flight, and the first ones as far as there is room
 * beside them. It always fits, and the store need not be asked.
 */
export function partsToRenew(upload: SeenUpload): number[] {
  const all = new Set([...partsInFlight(upload), ...firstParts(upload.held)]);
  return inOrder([...all].slice(0, LIMITS.partConcurrency));
}

/** The refusal of parts for which there is room at the latest when the addresses of others end. */
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
