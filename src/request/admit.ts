import type { Platform } from '../platform/platform.js';
import type { Bucket, Decision } from '../platform/rate-limit/rate-limit.port.js';
import { problem, type RegisteredError } from '../registry/errors.js';
import { type QuotaBucket, RATE_CLASSES, type RateClass } from '../registry/limits.js';
import type { RequestContext, RequestFacts } from './context.js';
import type { Viewer } from './viewer.js';

/** What a request costs: whole units of each rate class that it belongs to. */
export type Cost = ReadonlyMap<RateClass, number>;

/** What the answer to a counted request tells of the bucket that has the least left. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the bucket is full again. */
  readonly resetSeconds: number;
}

/** What a request was told already, where it is counted in two steps. */
const told = new WeakMap<RequestFacts, Quota>();

/**
 * Counts a request in all buckets of its viewer, or in none (Spec 8). A person without a
 * credential has one for the client address; a credential has its own, one of its user, and one of
 * its OAuth application. Answers the least that is left in any bucket that this request was counted
 * in; null where limits are switched off.
 * Throws `rate_limited`, and `invalid_request` for what costs more than any minute gives.
 */
export async function admit(ctx: RequestContext, cost: Cost): Promise<Quota | null> {
  const { platform, request, viewer } = ctx;
  const [first, ...rest] = [...cost].flatMap(([rate, units]) =>
    bucketsOf(platform, viewer, rate, units),
  );
  if (!platform.limiter || !first) return null;
  const excess = [first, ...rest].find(({ units, perMinute }) => units > perMinute);
  if (excess) {
    const log = `${excess.units} units of ${excess.rate} are more than a minute gives`;
    throw problem('invalid_request', { log });
  }
  const decision = await platform.limiter.take([first, ...rest]);
  if (!decision.allowed) throw refusalOf(decision);
  const before = told.get(request);
  const quota = quotaOf(decision);
  const least = before && before.remaining <= quota.remaining ? before : quota;
  told.set(request, least);
  return least;
}

/** The bucket of a client address, by its actor (`anonymousActor`). */
export function addressBucket(
  platform: Platform,
  rate: RateClass,
  actor: string,
  units = 1,
): Bucket {
  const perMinute = RATE_CLASSES[rate].anonymousPerMinute;
  return { key: bucketKey(platform, rate, actor), rate, perMinute, units };
}

/** What a decision tells of its bucket. */
export function quotaOf({ bucket, remaining, resetSeconds }: Decision): Quota {
  return { limit: bucket.perMinute, remaining, resetSeconds };
}

/** `rate_limited`, naming the class and when to ask again. */
export function refusalOf(decision: Decision): RegisteredError {
  return problem('rate_limited', {
    quotaBucket: decision.bucket.rate,
    retryAfterSeconds: Math.max(1, decision.retryAfterSeconds),
    headers: quotaHeaders(quotaOf(decision)),
  });
}

/** The headers that tell of a quota (Spec 7.1); none where there is no quota. */
export function quotaHeaders(quota: Quota | null): Readonly<Record<string, string>> {
  if (!quota) return {};
  return {
    'RateLimit-Limit': String(quota.limit),
    'RateLimit-Remaining': String(quota.remaining),
    'RateLimit-Reset': String(quota.resetSeconds),
  };
}

function bucketsOf(platform: Platform, viewer: Viewer, rate: RateClass, units: number): Bucket[] {
  if (viewer.kind === 'anonymous') return [addressBucket(platform, rate, viewer.actor, units)];
  const { credentialPerMinute, userPerMinute, clientPerMinute } = RATE_CLASSES[rate];
  const { id, clientId } = viewer.credential;
  const bucket = (name: string, perMinute: number): Bucket => ({
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

/** The key of a bucket: the class, and a keyed hash in place of the caller. */
export function bucketKey(
  { keys }: Pick<Platform, 'keys'>,
  rate: QuotaBucket,
  name: string,
): string {
  return `${rate}:${keys.mac('limits', name).toString('base64url').slice(0, 22)}`;
}
