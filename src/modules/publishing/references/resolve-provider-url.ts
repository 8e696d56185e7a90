import { LRUCache } from 'lru-cache';
import { onceForEach } from '../../../platform/concurrency.js';
import { OutboundFailed } from '../../../platform/outbound/send.js';
import { TargetRefused } from '../../../platform/outbound/target.js';
import type { Platform } from '../../../platform/platform.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { isProvider } from '../../../registry/providers.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { queueOnce } from './examination.js';
import { ProviderBusy, requestProvider } from './provider-client.js';
import { sourceOf } from './read-reference.js';

/** A reference to resolve, as last attested. */
export interface AttestedReference {
  readonly referenceId: string;
  readonly referenceRevision: number;
  readonly provider: string;
  readonly locator: unknown;
  /** The provider's mark of the attested bytes. Another one means other bytes. */
  readonly marker: string;
}

/** The provider's URL and the time until which it is reliable. */
export interface ProviderUrl {
  readonly url: string;
  /** Until then, clients may use the URL. */
  readonly expiresAt: Date;
}

/** The number of URLs that one process caches. */
const CACHED = 10_000;

/** How long an error is cached, so that not every player queries a failing provider. */
const REFUSED_SECONDS = 5;

interface CachedRequest {
  readonly url: Promise<ProviderUrl>;
  /** The time until which the cached result is used, in milliseconds since 1970. */
  untilMs: number;
}

/** The state of the providers in one process. */
interface ProviderCache {
  readonly requests: LRUCache<string, CachedRequest>;
  /** The time until which each provider wants no request, in milliseconds since 1970. */
  readonly pausedUntilMs: Map<string, number>;
}

/** One cache per platform. URLs are stored only in memory (Spec 4.3). */
const cacheOf = onceForEach(
  (_: Platform): ProviderCache => ({
    requests: new LRUCache<string, CachedRequest>({ max: CACHED }),
    pausedUntilMs: new Map<string, number>(),
  }),
);

/**
 * Requests the URL of a file from its provider, while a player waits. Concurrent and later requests
 * for the same file share one provider request. A URL is reused for half of its lifetime, and an
 * error for `REFUSED_SECONDS`. A provider that required a wait gets no request for any file until
 * its end, because it counts requests by the address of the service. Call this only for an enabled
 * provider. Throws:
 * - `reference_withdrawn` if the provider no longer has the file, `reference_stale` if it has other
 *   bytes; both also queue an examination, unless the service is read-only
 * - `provider_rate_limited` with the remaining wait
 * - `provider_unavailable`
 */
export async function resolveProviderUrl(
  ctx: RequestContext,
  file: AttestedReference,
): Promise<ProviderUrl> {
  const { clock } = ctx.platform;
  const { requests, pausedUntilMs } = cacheOf(ctx.platform);
  const key = `${file.referenceId}.${file.referenceRevision}`;
  const now = clock.now().getTime();
  const known = requests.get(key);
  if (known && now < known.untilMs) return known.url;
  const waitMs = (pausedUntilMs.get(file.provider) ?? 0) - now;
  if (waitMs > 0) {
    throw problem('provider_rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
  const halfMs = (LIMITS.referenceUrlSeconds * 1000) / 2;
  const request: CachedRequest = { url: requestUrl(ctx, file), untilMs: now + halfMs };
  request.url.catch(() => {
    const failedAt = clock.now().getTime();
    // A paused provider refuses later requests with the rest of the wait instead of this error.
    const isPaused = (pausedUntilMs.get(file.provider) ?? 0) > failedAt;
    request.untilMs = isPaused ? failedAt : failedAt + REFUSED_SECONDS * 1000;
  });
  requests.set(key, request);
  return request.url;
}

/** Sends a provider no request until the wait that it required is over. */
function pause(platform: Platform, provider: string, { retryAfterSeconds }: ProviderBusy): void {
  const { pausedUntilMs } = cacheOf(platform);
  const untilMs = platform.clock.now().getTime() + retryAfterSeconds * 1000;
  pausedUntilMs.set(provider, Math.max(untilMs, pausedUntilMs.get(provider) ?? 0));
}

/** Sends one request to the provider. A missing file or another marker queues an examination. */
async function requestUrl(ctx: RequestContext, file: AttestedReference): Promise<ProviderUrl> {
  const { provider, locator, marker, referenceId } = file;
  if (!isProvider(provider)) throw problem('provider_unavailable');
  const { platform } = ctx;
  const asking = requestProvider(
    platform,
    sourceOf(provider, locator),
    LIMITS.providerResolveSeconds,
  );
  const found = await asking.catch((error: unknown) => {
    if (error instanceof ProviderBusy) pause(platform, provider, error);
    throw refusalOf(error);
  });
  if (found?.marker === marker) {
    const ttlMs = LIMITS.referenceUrlSeconds * 1000;
    return { url: found.url, expiresAt: new Date(platform.clock.now().getTime() + ttlMs) };
  }
  await queueExamination(ctx, referenceId);
  throw found
    ? problem('reference_stale', { retryAfterSeconds: 300 })
    : problem('reference_withdrawn');
}

/**
 * Queues an examination, which decides about the reference; until then it stays as it is. A
 * read-only service queues none: its daily check examines the file later.
 */
async function queueExamination({ platform }: RequestContext, referenceId: string): Promise<void> {
  if (platform.config.readOnly) return;
  // Without the request's idempotency key, because the request fails.
  await transact({ platform, claim: null }, (tx) =>
    queueOnce(tx, referenceId, platform.clock.now()),
  );
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ProviderBusy) {
    const { retryAfterSeconds } = error;
    return problem('provider_rate_limited', { retryAfterSeconds });
  }
  if (error instanceof OutboundFailed || error instanceof TargetRefused) {
    return problem('provider_unavailable', {
      retryAfterSeconds: 30,
      log: error.message,
      cause: error,
    });
  }
  return error;
}
