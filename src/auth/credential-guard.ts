import { LRUCache } from 'lru-cache';
import type { Platform } from '../platform/platform.js';
import type { Bucket, RateLimiter } from '../platform/rate-limit/rate-limit.port.js';
import { problem, RegisteredError } from '../registry/errors.js';
import { addressBucket, quotaHeaders, quotaOf, refusalOf } from '../request/admit.js';

/** A credential as it was presented. */
export interface Presented {
  /** The client address as an actor. */
  readonly actor: string;
  readonly secret: string;
}

/** Looks a credential up, unless too many that did not hold came from its address. */
export type CredentialGuard = <T>(presented: Presented, lookUp: () => Promise<T>) => Promise<T>;

/** Credentials that held are remembered, by their keyed hash. */
const PROVEN_MAX = 10_000;

/**
 * Keeps a flood of credentials that do not hold away from the database. Each of them costs a unit
 * of the class `auth` of its address. While that bucket is empty, a credential from there is
 * refused before it is looked up, unless this process has seen it hold: one tool with an old token
 * does not lock out its neighbours. No more unproven ones are looked up at once than units are
 * left, and each of them once.
 * The guard throws `rate_limited`, or what the look-up throws, with the headers of the bucket.
 */
export function createCredentialGuard(platform: Platform): CredentialGuard {
  const { limiter, keys } = platform;
  if (!limiter) return (_presented, lookUp) => lookUp();
  const proven = new LRUCache<string, true>({ max: PROVEN_MAX });
  /** What is being looked up for the first time, by address and credential. */
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

/** Lets a credential be looked up beside others of its address. Throws `rate_limited`. */
async function enter(limiter: RateLimiter, bucket: Bucket, others: number): Promise<void> {
  const decision = await limiter.look([bucket]);
  if (!decision.allowed) throw refusalOf(decision);
  // Should all of the others not hold, they leave nothing for this one.
  if (others > decision.remaining) throw refusalOf({ ...decision, remaining: 0 });
}

/** Waits for the same credential's own look-up, and throws what follows for this one. */
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

/** Whether an error says so of a credential; others say that nobody knows. */
function doesNotHold(error: unknown): error is RegisteredError {
  if (!(error instanceof RegisteredError)) return false;
  return error.code === 'unauthorized' || error.code === 'account_blocked';
}
