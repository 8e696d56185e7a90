import type { Request, Response } from 'express';
import type { Platform } from '../../../platform/platform.js';
import type { Bucket, Buckets, Decision } from '../../../platform/rate-limit/rate-limit.port.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS, type RateClass } from '../../../registry/limits.js';
import { addressBucket, quotaHeaders, quotaOf, refusalOf } from '../../../request/admit.js';
import { GRANT_TYPES } from '../config/grant-types.js';

/** Counts the requests of the issuer's endpoints. */
export interface Admission {
  /** The parts of the service that count. */
  readonly platform: Platform;
  readonly actorOf: (req: Request) => string;
  readonly onLimited: (bucket: string) => void;
}

/** A request with the parameters that name its application; null if they could not be read. */
interface Asking {
  readonly req: Request;
  readonly res: Response;
  readonly parameters: URLSearchParams | null;
}

/**
 * Counts a request for an application, before anything is done for it. Devices that share an address
 * keep working beside each other: each application has its own bucket at an address. Client ids cost
 * nothing to invent, so all requests of an address count in a second, larger bucket.
 * Throws `rate_limited`, or `slow_down` with 429 for a polling device.
 */
export async function admitClient(admission: Admission, asking: Asking): Promise<void> {
  const { platform, actorOf } = admission;
  const actor = actorOf(asking.req);
  const clientId = clientIdOf(asking);
  const whole: Bucket = {
    ...addressBucket(platform, 'oauth', `every application ${actor}`),
    perMinute: LIMITS.oauthRequestsPerAddressPerMinute,
  };
  const name = clientId === null ? actor : `application ${clientId} ${actor}`;
  const own = addressBucket(platform, 'oauth', name);
  await take(admission, asking, [own, whole]);
}

/** Counts a request for a public document of the issuer. Throws `rate_limited`. */
export async function admitReader(
  admission: Admission,
  rate: RateClass,
  asking: Asking,
): Promise<void> {
  const { platform, actorOf } = admission;
  await take(admission, asking, [addressBucket(platform, rate, actorOf(asking.req))]);
}

async function take(
  { platform, onLimited }: Admission,
  { res, parameters }: Asking,
  buckets: Buckets,
): Promise<void> {
  if (!platform.limiter) return;
  const decision = await platform.limiter.take(buckets);
  if (decision.allowed) {
    res.set(quotaHeaders(quotaOf(decision)));
    return;
  }
  onLimited(decision.bucket.rate);
  throw parameters?.get('grant_type') === GRANT_TYPES.device
    ? slowDownOf(decision)
    : refusalOf(decision);
}

/** The only refusal after which a device goes on polling, and less often (RFC 8628 3.5). */
function slowDownOf(decision: Decision): RegisteredError {
  const { headers } = refusalOf(decision);
  return problem('slow_down', {
    status: 429,
    quotaBucket: decision.bucket.rate,
    retryAfterSeconds: Math.max(LIMITS.devicePollSeconds, decision.retryAfterSeconds),
    headers,
  });
}

/** The application that a request names, by HTTP Basic or a parameter; nothing is verified yet. */
function clientIdOf({ req, parameters }: Asking): string | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(req.headers.authorization ?? '') ?? [];
  const [named] = encoded ? Buffer.from(encoded, 'base64').toString('utf8').split(':') : [];
  return named || parameters?.get('client_id') || null;
}
