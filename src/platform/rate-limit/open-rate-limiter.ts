import type { Config } from '../../config/config.js';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { type Outage, watchOutage } from '../outage.js';
import {
  createDebtRateLimiter,
  createMemoryRateLimiter,
  type RequestDebts,
} from './memory-rate-limiter.js';
import type { RateDecision, RateLimiter } from './rate-limit.port.js';

/** The shared rate limiter and its local substitute. */
interface FallbackOptions {
  readonly shared: RateLimiter;
  readonly local: RateLimiter;
  readonly log: Log;
  /** The interval of probes while the shared limiter is unavailable. */
  readonly probeMs?: number;
}

/**
 * Uses the shared limiter, and the local one while the shared one is unavailable. So an outage
 * neither removes the limits nor blocks all requests; each service counts for itself. The local
 * limiter also counts the requests that the shared one allowed in this service, so an outage gives
 * no caller a second full bucket. During an outage no request waits for the shared limiter;
 * background probes wait for its return. Logs the start and end of an outage. `ping` checks the
 * shared limiter, and begins an outage if it fails.
 */
export function createFallbackRateLimiter(options: FallbackOptions): RateLimiter {
  const { shared, local, log, probeMs } = options;
  const outage = watchOutage({
    part: 'redis',
    ping: () => shared.ping(),
    log,
    begun: 'rate limits are counted by this service alone',
    ended: 'rate limits are shared again',
    ...(probeMs === undefined ? {} : { probeMs }),
  });

  const limiters: Limiters = { shared, local, outage };
  return {
    async take(buckets) {
      const decision = await request(limiters, (limiter) => limiter.take(buckets));
      if (!outage.isUnavailable() && decision.allowed) await local.take(buckets);
      return decision;
    },
    look: (buckets) => request(limiters, (limiter) => limiter.look(buckets)),
    async refund(bucket) {
      await local.refund(bucket);
      if (!outage.isUnavailable()) await shared.refund(bucket).catch(outage.begin);
    },
    async ping() {
      try {
        await shared.ping();
      } catch (error) {
        outage.begin(error);
        throw error;
      }
    },
    async close() {
      outage.stop();
      await Promise.all([shared.close(), local.close()]);
    },
  };
}

/** The limiters of a process, and whether the shared one is unavailable. */
interface Limiters extends Pick<FallbackOptions, 'shared' | 'local'> {
  readonly outage: Outage;
}

/** Asks the shared limiter, or the local one during an outage. */
async function request(
  { shared, local, outage }: Limiters,
  question: (limiter: RateLimiter) => ReturnType<RateLimiter['take']>,
): Promise<RateDecision> {
  if (outage.isUnavailable()) return question(local);
  try {
    return await question(shared);
  } catch (error) {
    outage.begin(error);
    return question(local);
  }
}

/** The options to open a rate limiter. */
interface OpenRateLimiterOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The debts that the processes of one machine share; by default this process keeps its own. */
  readonly requestDebts?: RequestDebts | undefined;
}

/**
 * Creates the rate limiter that the configuration selects; null if limits are off. An unavailable
 * Redis does not prevent the start.
 */
export async function openRateLimiter(
  config: Pick<Config, 'rateLimits' | 'redisUrl'>,
  { clock, log, requestDebts }: OpenRateLimiterOptions,
): Promise<RateLimiter | null> {
  if (config.rateLimits === 'off') return null;
  const local = requestDebts ? createDebtRateLimiter(requestDebts) : createMemoryRateLimiter(clock);
  if (config.redisUrl === undefined) return local;
  const { createRedisRateLimiter } = await import('./redis-rate-limiter.js');
  const shared = await createRedisRateLimiter(config.redisUrl);
  const limiter = createFallbackRateLimiter({ shared, local, log });
  // Logs an unavailable Redis at start instead of at the first request.
  await limiter.ping().catch(() => undefined);
  return limiter;
}
