import { LRUCache } from 'lru-cache';
import { verifySession, verifyToken } from '../modules/identity/index.js';
import type { Platform } from '../platform/platform.js';
import type { RateBucket, RateLimiter } from '../platform/rate-limit/rate-limit.port.js';
import { inSharedScope } from '../platform/work-scope.js';
import { problem, RegisteredError } from '../registry/errors.js';
import { addressBucket, anonymousActor, quotaOf, rateLimitProblem } from '../request/admit.js';
import type { RequestFacts } from '../request/context.js';
import type { Viewer } from '../request/viewer.js';
import { isAccessToken, verifyAccessToken } from './verify-access-token.js';

/** A presented credential. */
interface Presented {
  /** The client address as an actor. */
  readonly actor: string;
  readonly secret: string;
}

/** Runs `lookUp` for a presented credential, unless its address sent too many invalid ones. */
type CredentialGuard = <T>(presented: Presented, lookUp: () => Promise<T>) => Promise<T>;

/** The number of remembered valid credentials, stored as keyed hashes. */
const PROVEN_MAX = 10_000;

/**
 * Keeps a flood of invalid credentials away from the database:
 * - Each invalid credential costs its address one unit of the class `auth`.
 * - If that bucket is empty, further credentials of the address are rejected without a look-up.
 *   Credentials that this process has seen valid are exempt, so one tool with an old token does not
 *   lock out its neighbours.
 * - Of the credentials that this process has not seen valid, at most as many are looked up at once
 *   as units are left.
 * - A request waits if another one is looking up the same credential for the first time. If that
 *   look-up fails, the request fails too. If it succeeds, the request does its own look-up.
 *
 * The guard throws `rate_limited` or the error of the look-up. For an invalid credential, the error
 * has the headers of the bucket. If rate limits are off, the guard only calls the look-up.
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
        if (isInvalidCredential(error)) proven.delete(name);
        throw isInvalidCredential(error) ? await charged(limiter, bucket, error) : error;
      }
    };
    if (proven.has(name)) return prove();
    const others = pending.get(actor) ?? new Map<string, Promise<unknown>>();
    const twin = others.get(name);
    if (twin) {
      await awaitTwin(limiter, bucket, twin);
      return prove();
    }
    pending.set(actor, others);
    // The others must not fail if the client of the first one disconnects.
    const proof = inSharedScope(() => enter(limiter, bucket, others.size).then(prove));
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
async function enter(limiter: RateLimiter, bucket: RateBucket, others: number): Promise<void> {
  const decision = await limiter.look([bucket]);
  if (!decision.allowed) throw rateLimitProblem(decision);
  // If all others are invalid, they use up the units.
  if (others > decision.remaining) throw rateLimitProblem({ ...decision, remaining: 0 });
}

/**
 * Waits for another look-up of the same credential, and throws its error. If that found the
 * credential invalid, counts this request too.
 */
async function awaitTwin(
  limiter: RateLimiter,
  bucket: RateBucket,
  twin: Promise<unknown>,
): Promise<void> {
  try {
    await twin;
  } catch (error) {
    if (!isInvalidCredential(error)) throw error;
    const decision = await limiter.take([bucket]);
    throw decision.allowed ? withQuota(error, decision) : rateLimitProblem(decision);
  }
}

async function charged(limiter: RateLimiter, bucket: RateBucket, error: RegisteredError) {
  return withQuota(error, await limiter.take([bucket]));
}

function withQuota(error: RegisteredError, decision: Parameters<typeof quotaOf>[0]) {
  return problem(error.code, { quota: quotaOf(decision), cause: error });
}

/** Returns whether an error means an invalid credential. Other errors leave that open. */
function isInvalidCredential(error: unknown): error is RegisteredError {
  if (!(error instanceof RegisteredError)) return false;
  return error.code === 'unauthorized' || error.code === 'account_blocked';
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;

/**
 * Determines the viewer of a request (Spec 4.2, 5.1):
 * - no credential, or the cookie of an ended session: anonymous; the guard charges the latter
 * - a valid credential: its user
 * - an `Authorization` header without a valid bearer token: throws `unauthorized`
 *
 * With an `Authorization` header, the session cookie does not count. Also throws `account_blocked`,
 * and the errors of the guard.
 */
export async function viewerOf(
  platform: Platform,
  guard: CredentialGuard,
  { authorization, sessionToken, audience, address }: RequestFacts,
): Promise<Viewer> {
  const actor = anonymousActor(platform, address);
  const anonymous: Viewer = { kind: 'anonymous', actor };
  if (authorization === undefined) {
    if (!sessionToken) return anonymous;
    const presented = { actor, secret: sessionToken };
    const session = guard(presented, () => requireFound(verifySession(platform, sessionToken)));
    return session.catch((error: unknown) => {
      if (error instanceof RegisteredError && error.code === 'unauthorized') return anonymous;
      throw error;
    });
  }
  return guard({ actor, secret: authorization }, async () => {
    const bearer = BEARER.exec(authorization)?.[1];
    if (bearer === undefined) throw problem('unauthorized');
    return isAccessToken(bearer)
      ? verifyAccessToken(platform, bearer, audience)
      : verifyToken(platform, bearer);
  });
}

/** Throws the error that the guard counts as an invalid credential. */
async function requireFound<T>(lookUp: Promise<T | null>): Promise<T> {
  const found = await lookUp;
  if (found === null) throw problem('unauthorized');
  return found;
}
