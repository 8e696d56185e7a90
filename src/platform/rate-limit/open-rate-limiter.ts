import type { Config } from '../../config.js';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { createFallbackRateLimiter } from './fallback-rate-limiter.js';
import { createMemoryRateLimiter } from './memory-rate-limiter.js';
import type { RateLimiter } from './rate-limit.port.js';
import { createRedisRateLimiter } from './redis-rate-limiter.js';

/**
 * Creates the rate limiter that the configuration selects; null if limits are off. An unavailable
 * Redis does not prevent the start.
 */
export async function openRateLimiter(
  config: Pick<Config, 'rateLimits' | 'redisUrl'>,
  { clock, log }: { clock: Clock; log: Log },
): Promise<RateLimiter | null> {
  if (config.rateLimits === 'off') return null;
  const local = createMemoryRateLimiter(clock);
  if (config.redisUrl === undefined) return local;
  const shared = await createRedisRateLimiter(config.redisUrl);
  const limiter = createFallbackRateLimiter({ shared, local, log });
  // Logs an unavailable Redis at start instead of at the first request.
  await limiter.ping().catch(() => undefined);
  return limiter;
}
