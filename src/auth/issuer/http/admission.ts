import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { isClientId } from '../../../modules/identity/index.js';
import { quotaHeaders } from '../../../platform/http/headers.js';
import type { Platform } from '../../../platform/platform.js';
import type {
  RateBucket,
  RateBuckets,
  RateDecision,
} from '../../../platform/rate-limit/rate-limit.port.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS, type RateClass } from '../../../registry/limits.js';
import { addressBucket, quotaOf, rateLimitProblem } from '../../../request/admit.js';
import { GRANT_TYPES } from '../config/settings.js';
import { CI_CLIENT } from '../exchange/ci/ci-exchange.js';
import { AGENT_CLIENT } from '../exchange/subject.js';

/** Maximum of cached ids, at about 100 bytes each. */
const REMEMBERED_MAX = 10_000;

/** The clients of exchanges without an application. */
const OWN_CLIENTS: readonly string[] = [AGENT_CLIENT.client_id, CI_CLIENT.client_id];

/** Distinguishes client ids of applications from invented ones. */
interface KnownClients {
  /** Whether the cache has this id, or the service uses it itself. Does not read the database. */
  readonly remembers: (clientId: string) => boolean;
  /**
   * Whether an application has or had this id, or the service uses it itself. Reads the database
   * unless the cache has the id. An unknown id causes a read each time.
   */
  readonly has: (clientId: string) => Promise<boolean>;
}

/** Creates an empty cache. It stores only ids of applications, so invented ids displace none. */
export function createKnownClients({ db }: Pick<Platform, 'db'>): KnownClients {
  // An id is never reused, so an entry stays valid.
  const known = new LRUCache<string, true>({ max: REMEMBERED_MAX });
  const remembers = (clientId: string) =>
    OWN_CLIENTS.includes(clientId) || known.get(clientId) === true;
  return {
    remembers,
    async has(clientId) {
      if (remembers(clientId)) return true;
      const isKnown = await isClientId(db, clientId);
      if (isKnown) known.set(clientId, true);
      return isKnown;
    },
  };
}

/** The parts that count the requests of the issuer's endpoints. */
export interface OauthAdmission {
  /** The platform with the rate limiter. */
  readonly platform: Platform;
  /** The anonymous actor of a request, by its address. */
  readonly actorOf: (req: Request) => string;
  /** Called for each refused request with its rate class, for metrics. */
  readonly onLimited: (bucket: string) => void;
  readonly knownClients: KnownClients;
}

/** A request. Its parameters are null if they were not read or could not be. */
interface CountedRequest {
  readonly req: Request;
  readonly res: Response;
  readonly parameters: URLSearchParams | null;
}

/**
 * Counts a request for an application before the library sees it, in two buckets of its address:
 * - one for the application; requests without a known client id share one
 * - a larger one for all requests
 *
 * Sets the quota headers of an allowed request. Does nothing if rate limits are off. Throws
 * `rate_limited`, or `slow_down` with 429 for a polling device; both have the quota.
 */
export async function admitClient(
  admission: OauthAdmission,
  request: CountedRequest,
): Promise<void> {
  const { platform, actorOf, knownClients } = admission;
  if (!platform.limiter) return;
  const actor = actorOf(request.req);
  const whole: RateBucket = {
    ...addressBucket(platform, 'oauth', `every application ${actor}`),
    perMinute: LIMITS.oauthRequestsPerAddressPerMinute,
  };
  const clientId = clientIdOf(request);
  const ofApplication = (id: string) =>
    addressBucket(platform, 'oauth', `application ${id} ${actor}`);
  if (clientId !== null && knownClients.remembers(clientId)) {
    return take(admission, request, [ofApplication(clientId), whole]);
  }
  // Counts before the look-up, also if the next bucket refuses: an address without quota must not
  // cause database reads.
  await take(admission, request, [whole]);
  const isKnown = clientId !== null && (await knownClients.has(clientId));
  const own = isKnown ? ofApplication(clientId) : addressBucket(platform, 'oauth', actor);
  await take(admission, request, [own]);
}

/**
 * Counts a request for a public document of the issuer by its address, and sets the quota headers
 * if it is allowed. Does nothing if rate limits are off. Throws `rate_limited`.
 */
export async function admitReader(
  admission: OauthAdmission,
  rate: RateClass,
  request: CountedRequest,
): Promise<void> {
  const { platform, actorOf } = admission;
  await take(admission, request, [addressBucket(platform, rate, actorOf(request.req))]);
}

async function take(
  admission: OauthAdmission,
  request: CountedRequest,
  buckets: RateBuckets,
): Promise<void> {
  const { limiter } = admission.platform;
  if (!limiter) return;
  const decision = await limiter.take(buckets);
  refuseExcess(admission, request, decision);
  request.res.set(quotaHeaders(quotaOf(decision)));
}

/** Throws unless the limiter allowed the request. */
function refuseExcess(
  { onLimited }: OauthAdmission,
  { parameters }: CountedRequest,
  decision: RateDecision,
): void {
  if (decision.allowed) return;
  onLimited(decision.bucket.rate);
  throw parameters?.get('grant_type') === GRANT_TYPES.device
    ? slowDownOf(decision)
    : rateLimitProblem(decision);
}

/** The only error after which a device continues to poll, at a lower rate (RFC 8628 3.5). */
function slowDownOf(decision: RateDecision): RegisteredError {
  return problem('slow_down', {
    status: 429,
    quotaBucket: decision.bucket.rate,
    retryAfterSeconds: Math.max(LIMITS.devicePollSeconds, decision.retryAfterSeconds),
    quota: quotaOf(decision),
  });
}

/** The client id of a request, from HTTP Basic or a parameter. It is not verified yet. */
function clientIdOf({ req, parameters }: CountedRequest): string | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(req.headers.authorization ?? '') ?? [];
  if (encoded !== undefined) return basicName(encoded);
  return parameters?.get('client_id') || null;
}

/**
 * The client id of HTTP Basic, decoded like the library does (RFC 6749 2.3.1). Otherwise one
 * application would have a bucket for each encoding of its id. Null if it cannot be a client id.
 */
function basicName(encoded: string): string | null {
  const [name = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  try {
    const decoded = decodeURIComponent(name.replaceAll('+', '%20'));
    return /^[\x20-\x7e]+$/.test(decoded) ? decoded : null;
  } catch {
    return null;
  }
}
