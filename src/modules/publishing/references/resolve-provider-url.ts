import { LRUCache } from 'lru-cache';
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

/** A requested reference, as last attested. */
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
  readonly expiresAt: Date;
}

/** The number of URLs that one process caches. */
const CACHED = 10_000;

/** How long an error is cached, so that not every player queries a failing provider. */
const REFUSED_SECONDS = 5;

interface CachedRequest {
  readonly url: Promise<ProviderUrl>;
  /** The time until which the cached result is used. */
  until: number;
}

/** One cache per platform. URLs are stored only in memory (Spec 4.3). */
const caches = new WeakMap<Platform, LRUCache<string, CachedRequest>>();

/**
 * Requests the URL of a file from its provider, while a player waits. Concurrent and later requests
 * for the same file share one provider request. A URL is reused for half of its lifetime. Call this
 * only for an enabled provider. Throws:
 * - `reference_withdrawn` if the provider no longer has the file, `reference_stale` if it has other
 *   bytes; both also queue an examination, unless the service is read-only
 * - `provider_rate_limited`, `provider_unavailable`
 */
export function resolveProviderUrl(
  ctx: RequestContext,
  file: AttestedReference,
): Promise<ProviderUrl> {
  const { clock } = ctx.platform;
  const cache = cacheOf(ctx.platform);
  const key = `${file.referenceId}.${file.referenceRevision}`;
  const now = clock.now().getTime();
  const known = cache.get(key);
  if (known && now < known.until) return known.url;
  const halfMs = (LIMITS.referenceUrlSeconds * 1000) / 2;
  const request: CachedRequest = { url: requestUrl(ctx, file), until: now + halfMs };
  request.url.catch(() => {
    request.until = clock.now().getTime() + REFUSED_SECONDS * 1000;
  });
  cache.set(key, request);
  return request.url;
}

function cacheOf(platform: Platform): LRUCache<string, CachedRequest> {
  const known = caches.get(platform);
  if (known) return known;
  const made = new LRUCache<string, CachedRequest>({ max: CACHED });
  caches.set(platform, made);
  return made;
}

/** Asks the provider once. A missing file or another marker queues an examination. */
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
 * Queues an examination, whose result decides. Until then nothing changes. A read-only service
 * queues none; the daily check examines the file later.
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
