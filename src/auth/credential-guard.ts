import { LRUCache } from 'lru-cache';
import type { Platform } from '../platform/platform.js';
import type { Bucket, RateLimiter } from '../platform/rate-limit/rate-limit.port.js';
import { problem, RegisteredError } from '../registry/errors.js';
import { addressBucket, quotaHeaders, quotaOf, refusalOf } from '../request/admit.js';

/** A presented credential. */
export interface Presented {
  /** The client address as an actor. */
  readonly actor: string;
  readonly secret: string;
}

/** Looks up a credential, unless its address sent too many invalid ones. */
export type CredentialGuard = <T>(presented: Presented, lookUp: () => Promise<T>) => Promise<T>;

/** The number of remembered valid credentials, stored as keyed hashes. */
const PROVEN_MAX = 10_000;

/**
 * Keeps a flood of invalid credentials away from the database:
 * - Each invalid credential costs its address one unit of the class `auth`.
 * - If that bucket is empty, further credentials of the address are rejected without a look-up.
 *   Credentials that this process has seen valid are exempt, so one tool with an old token does not
 *   lock out its neighbours.
 * - At most as many unproven credentials are looked up at once as units are left, and each only
 *   once.
 * The guard throws `rate_limited` or the error of the look-up, with the headers of the bucket.
 */
export function createCredentialGuard(platform: Platform): CredentialGuard {
  const { limiter, keys } = platform;
  if (!limiter) return (_presented, lookUp) => lookUp();
  const proven = new LRUCache<string, true>({ max: PROVEN_MAX });
  /** The first look-ups in progress, by address and credential. */
  const pending = new Map<string, Map<string, Promise<unknown>>>();

  return async ({ actor, secret }, lookUp) => {
    const name = keys.mac('limits', secret).toString('base64url');
    const bucket = addressBucket(platform, 'auth', actor);
    const prove = async () => {
      try {
        const found = await lookUp();
        proven.set(name, true);
        return found;
      } catch (error) {
        if (doesNotHold(error)) proven.delete(name);
        throw doesNotHold(error) ? await charged(limiter, bucket, error) : error;
      }
    };
    if (proven.has(name)) return prove();
    const others = pending.get(actor) ?? new Map<string, Promise<unknown>>();
    const twin = others.get(name);
    if (twin) {
      await holds(limiter, bucket, twin);
      return prove();
    }
    pending.set(actor, others);
    const proof = enter(limiter, bucket, others.size).then(prove);
    others.set(name, proof);
    try {
      return await proof;
    } finally {
      others.delete(name);
      if (others.size === 0) pending.delete(actor);
    }
  };
}

/**
 * Checks that a credential may be looked up next to others of its address. Throws `rate_limited`.
 */
async function enter(limiter: RateLimiter, bucket: Bucket, others: number): Promise<void> {
  const decision = await limiter.look([bucket]);
  if (!decision.allowed) throw refusalOf(decision);
  // If all others are invalid, they use up the units.
  if (others > decision.remaining) throw refusalOf({ ...decision, remaining: 0 });
}

/** Waits for another look-up of the same credential, and throws the result for this request. */
async function holds(limiter: RateLimiter, bucket: Bucket, twin: Promise<unknown>): Promise<void> {
  try {
    await twin;
  } catch (error) {
    if (!doesNotHold(error)) throw error;
    const decision = await limiter.take([bucket]);
    throw decision.allowed ? withQuota(error, decision) : refusalOf(decision);
  }
}

async function charged(limiter: RateLimiter, bucket: Bucket, error: RegisteredError) {
  return withQuota(error, await limiter.take([bucket]));
}

function withQuota(error: RegisteredError, decision: Parameters<typeof quotaOf>[0]) {
  return problem(error.code, { headers: quotaHeaders(quotaOf(decision)), cause: error });
}

/** Returns whether an error means an invalid credential. Other errors leave that open. */
function doesNotHold(error: unknown): error is RegisteredError {
  if (!(error instanceof RegisteredError)) return false;
  return error.code === 'unauthorized' || error.code === 'account_blocked';
}
