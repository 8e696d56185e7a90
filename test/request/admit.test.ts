import { describe, expect, it } from 'vitest';
import type { Platform } from '../../src/platform/platform.js';
import { createMemoryRateLimiter } from '../../src/platform/rate-limit/memory-rate-limiter.js';
import type { RateBucket, RateLimiter } from '../../src/platform/rate-limit/rate-limit.port.js';
import { RATE_CLASSES } from '../../src/registry/limits.js';
import { admit } from '../../src/request/admit.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Viewer } from '../../src/request/viewer.js';
import { foreignKeys } from '../keys.js';

/** The parts of the platform that admission uses, with the requested buckets. */
function openPlatform() {
  const inner = createMemoryRateLimiter({ now: () => new Date(0) });
  const asked: RateBucket[] = [];
  const limiter: RateLimiter = {
    ...inner,
    take(buckets) {
      asked.push(...buckets);
      return inner.take(buckets);
    },
  };
  const parts: Partial<Platform> = { limiter, keys: foreignKeys() };
  // Admission uses no other part.
  return { platform: parts as Platform, asked };
}

const userOf = (userId: string, token: string, clientId: string | null): Viewer => ({
  kind: 'user',
  actor: `user:${userId}`,
  userId,
  username: userId,
  role: 'user',
  credential: {
    kind: 'pat',
    id: token,
    clientId,
    scopes: [],
    modIds: null,
    expiresAt: null,
    aal2At: null,
  },
});

describe('the buckets of a viewer (Spec 8)', () => {
  const { credentialPerMinute, userPerMinute, clientPerMinute } = RATE_CLASSES['mod-write'];

  it('a request takes from the buckets of its token, its user and its application at once', async () => {
    const { platform, asked } = openPlatform();
    const ctx = createSystemContext(platform, 'test', userOf('ann', 'token', 'app'));
    const quota = await admit(ctx, new Map([['mod-write', 1]]));
    expect(quota).toEqual({
      limit: credentialPerMinute,
      remaining: credentialPerMinute - 1,
      resetSeconds: 1,
    });
    expect(asked.map(({ rate, perMinute, units }) => [rate, perMinute, units])).toEqual([
      ['mod-write', credentialPerMinute, 1],
      ['mod-write', userPerMinute, 1],
      ['mod-write', clientPerMinute, 1],
    ]);
  });

  it('an application shares one bucket across its users', async () => {
    const { platform } = openPlatform();
    const half = credentialPerMinute / 2;
    const use = (userId: string, app: string) => {
      const viewer = userOf(userId, `token of ${userId}`, app);
      return admit(createSystemContext(platform, 'test', viewer), new Map([['mod-write', half]]));
    };
    for (let at = 0; at < clientPerMinute / half; at += 1) await use(`user-${at}`, 'app');
    await expect(use('one-more', 'app')).rejects.toMatchObject({
      code: 'rate_limited',
      extensions: { quota_bucket: 'mod-write', retry_after_seconds: 2 },
      facts: { quota: { limit: clientPerMinute } },
    });
    await use('one-more', 'another app');
  });

  it('bucket keys do not reveal their caller', async () => {
    const { platform, asked } = openPlatform();
    await admit(
      createSystemContext(platform, 'test', userOf('ann', 'secret-token', 'app')),
      new Map([['search', 1]]),
    );
    const anonymous: Viewer = { kind: 'anonymous', actor: '203.0.113.9' };
    await admit(createSystemContext(platform, 'test', anonymous), new Map([['search', 1]]));
    for (const { key } of asked) {
      expect(key).toMatch(/^search:[\w-]{22}$/);
      expect(key).not.toMatch(/ann|secret|app|203/);
    }
    expect(new Set(asked.map(({ key }) => key)).size).toBe(4);
  });

  it('a request that is counted twice reports the lower remaining quota of both counts', async () => {
    const { platform } = openPlatform();
    const ctx = createSystemContext(platform, 'test', userOf('ann', 'token', null));
    const little = { limit: 5, remaining: 1, resetSeconds: 60 };
    const much = { limit: 9_999, remaining: 9_999, resetSeconds: 1 };
    const cost = new Map([['mod-write', 1]] as const);
    expect(await admit(ctx, cost, little)).toEqual(little);
    expect(await admit(ctx, cost, much)).toMatchObject({ remaining: credentialPerMinute - 2 });
  });

  it('admission takes from no bucket if rate limits are disabled', async () => {
    const { platform } = openPlatform();
    const ctx = createSystemContext({ ...platform, limiter: null }, 'test');
    expect(await admit(ctx, new Map([['search', 1_000_000]]))).toBeNull();
  });
});
