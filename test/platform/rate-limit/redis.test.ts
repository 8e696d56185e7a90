import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateLimiter } from '../../../src/platform/rate-limit/rate-limit.port.js';
import { createRedisRateLimiter } from '../../../src/platform/rate-limit/redis-rate-limiter.js';
import { bucketOf, OWN_KEYS, rateLimiterContract } from './contract.js';
import { NEEDS_REDIS, REDIS_URL, redisUrl } from './redis.js';

// Moving the time at which a bucket is full closer simulates the passing of time.
const PASS = `
for _, key in ipairs(redis.call('KEYS', ARGV[2])) do
  local at = tonumber(redis.call('GET', key)) - ARGV[1] * 1000000
  redis.call('SET', key, string.format('%.0f', at), 'KEEPTTL')
end`;

describe.skipIf(REDIS_URL === undefined)(`with a Redis${NEEDS_REDIS}`, () => {
  rateLimiterContract('Redis', async () => {
    const redis = new Redis(redisUrl());
    const limiter = await createRedisRateLimiter(redisUrl());
    return {
      limiter,
      async pass(seconds) {
        await redis.eval(PASS, 0, seconds, `modport:rate:${OWN_KEYS}*`);
      },
      async close() {
        await limiter.close();
        redis.disconnect();
      },
    };
  });

  describe('Redis', () => {
    let redis: Redis;
    let one: RateLimiter;
    let other: RateLimiter;
    beforeAll(async () => {
      redis = new Redis(redisUrl());
      one = await createRedisRateLimiter(redisUrl());
      other = await createRedisRateLimiter(redisUrl());
    });
    afterAll(async () => {
      await Promise.all([one.close(), other.close()]);
      redis.disconnect();
    });

    it('Redis enforces one limit for all processes, also under concurrent requests', async () => {
      const bucket = bucketOf(6);
      const asked = Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).take([bucket]));
      const allowed = (await Promise.all(asked)).filter((decision) => decision.allowed);
      expect(allowed).toHaveLength(6);
      expect(await other.look([bucket])).toMatchObject({ allowed: false, remaining: 0 });
    });

    it('Redis drops a bucket when it is full again', async () => {
      const bucket = bucketOf(6, 2);
      await one.take([bucket]);
      const lifetimeMs = await redis.pttl(`modport:rate:${bucket.key}`);
      expect(lifetimeMs).toBeGreaterThan(15_000);
      expect(lifetimeMs).toBeLessThanOrEqual(20_000);
      // With microseconds: a unit of a large bucket takes few of them.
      expect(await redis.get(`modport:rate:${bucket.key}`)).toMatch(/^\d{16}$/);
    });

    it('the Redis limiter loads its script again after Redis lost it', async () => {
      const bucket = bucketOf(6);
      await one.take([bucket]);
      await redis.script('FLUSH');
      expect(await one.take([bucket])).toMatchObject({ allowed: true, remaining: 4 });
    });
  });
});
