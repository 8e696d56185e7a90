import { LRUCache } from 'lru-cache';
import { onceForEach } from '../platform/concurrency.js';
import type { Keys } from '../platform/keys.js';
import type { Platform } from '../platform/platform.js';
import type { RateBucket, RateDecision } from '../platform/rate-limit/rate-limit.port.js';
import { problem, type Quota, type RegisteredError } from '../registry/errors.js';
import { type QuotaBucket, RATE_CLASSES, type RateClass } from '../registry/limits.js';
import { overQuota } from '../registry/malformed.js';
import type { RequestContext } from './context.js';
import { networkOf } from './network.js';
import type { Viewer } from './viewer.js';

/** The cost of a request: whole units for each rate class that it belongs to. */
export type Cost = ReadonlyMap<RateClass, number>;

/**
 * Counts a request in all of its buckets, or in none (Spec 8). For each rate class of `cost`, it
 * has these buckets:
 * - without a credential, one for its client address
 * - with a credential, one for the credential, one for its user and one for its OAuth application
 *
 * Returns the lowest remaining quota of these buckets and of `earlier`, the result of an earlier
 * count of the same request. Returns null if rate limits are off. Throws `rate_limited`. Throws
 * `invalid_request` if the cost exceeds a full minute's allowance.
 */
export async function admit(
  ctx: RequestContext,
  cost: Cost,
  earlier: Quota | null = null,
): Promise<Quota | null> {
  const quota = await count(ctx.platform, ctx.viewer, cost);
  return quota && (!earlier || quota.remaining < earlier.remaining) ? quota : earlier;
}

/**
 * Counts a request without a credential like `admit`, by its network address. If the limits are
 * kept in this process, it returns or throws at once, without a promise.
 */
export function admitAnonymous(
  platform: Platform,
  address: string,
  cost: Cost,
): Promise<Quota | null> | Quota | null {
  return count(platform, { kind: 'anonymous', actor: anonymousActor(platform, address) }, cost);
}

/** Returns null if rate limits are off, or nothing is counted. */
function count(
  platform: Platform,
  viewer: Viewer,
  cost: Cost,
): Promise<Quota | null> | Quota | null {
  const [first, ...rest] = [...cost].flatMap(([rate, units]) =>
    bucketsOf(platform, viewer, rate, units),
  );
  if (!platform.limiter || !first) return null;
  const excess = [first, ...rest].find(({ units, perMinute }) => units > perMinute);
  if (excess) throw overQuota(excess.units, excess.perMinute);
  const decision = platform.limiter.take([first, ...rest]);
  return decision instanceof Promise ? decision.then(allowedQuota) : allowedQuota(decision);
}

function allowedQuota(decision: RateDecision): Quota {
  if (!decision.allowed) throw rateLimitProblem(decision);
  return quotaOf(decision);
}

/** The bucket of a client address; `actor` is its keyed hash (`anonymousActor`). */
export function addressBucket(
  platform: Platform,
  rate: RateClass,
  actor: string,
  units = 1,
): RateBucket {
  const perMinute = RATE_CLASSES[rate].anonymousPerMinute;
  return { key: bucketKey(platform, rate, actor), rate, perMinute, units };
}

/** A client address as an actor: a keyed hash, for IPv6 of its /64. */
export function anonymousActor({ keys }: Pick<Platform, 'keys'>, address: string): string {
  return `anonymous:${lookupName(keys, 'actors', networkOf(address))}`;
}

/** The quota that a decision reports. */
export function quotaOf({ bucket, remaining, resetSeconds }: RateDecision): Quota {
  return { limit: bucket.perMinute, remaining, resetSeconds };
}

/** The `rate_limited` problem with the quota class and the retry delay. */
export function rateLimitProblem(decision: RateDecision): RegisteredError {
  return problem('rate_limited', {
    quotaBucket: decision.bucket.rate,
    retryAfterSeconds: Math.max(1, decision.retryAfterSeconds),
    quota: quotaOf(decision),
  });
}

function bucketsOf(
  platform: Platform,
  viewer: Viewer,
  rate: RateClass,
  units: number,
): RateBucket[] {
  if (viewer.kind === 'anonymous') return [addressBucket(platform, rate, viewer.actor, units)];
  const { credentialPerMinute, userPerMinute, clientPerMinute } = RATE_CLASSES[rate];
  const { id, clientId } = viewer.credential;
  const bucket = (name: string, perMinute: number): RateBucket => ({
    key: bucketKey(platform, rate, name),
    rate,
    perMinute,
    units,
  });
  return [
    bucket(`credential:${id}`, credentialPerMinute),
    bucket(`user:${viewer.userId}`, userPerMinute),
    ...(clientId === null ? [] : [bucket(`client:${clientId}`, clientPerMinute)]),
  ];
}

/** The key of a bucket: its class and a keyed hash of `name`, the identity that it counts. */
export function bucketKey(
  { keys }: Pick<Platform, 'keys'>,
  rate: QuotaBucket,
  name: string,
): string {
  return `${rate}:${lookupName(keys, 'limits', name)}`;
}

/** The purposes of names. The key of each stays the same as long as the installation. */
type LookupPurpose = 'actors' | 'limits';

/** The number of remembered names of one purpose, at about 200 bytes each. */
const NAMES_MAX = 20_000;

/**
 * A name for a guessable value, such as an address: 22 characters of its keyed hash. Recent names
 * are remembered, because every request needs two of them.
 */
function lookupName(keys: Keys, purpose: LookupPurpose, value: string): string {
  const known = namesOf(keys)[purpose];
  const before = known.get(value);
  if (before !== undefined) return before;
  const name = keys.mac(purpose, value).toString('base64url').slice(0, 22);
  known.set(value, name);
  return name;
}

const namesOf = onceForEach(
  (_: Keys): Record<LookupPurpose, LRUCache<string, string>> => ({
    actors: new LRUCache({ max: NAMES_MAX }),
    limits: new LRUCache({ max: NAMES_MAX }),
  }),
);
