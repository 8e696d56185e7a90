import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/platform/log.js';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory-rate-limiter.js';
import { createFallbackRateLimiter } from '../../../src/platform/rate-limit/open-rate-limiter.js';
import type { RateLimiter } from '../../../src/platform/rate-limit/rate-limit.port.js';
import { createRedisRateLimiter } from '../../../src/platform/rate-limit/redis-rate-limiter.js';
import { eventually } from '../../eventually.js';
import { everyNth } from '../../rounds.js';
import { bucketOf } from './contract.js';
import {
  type FakeRedis,
  greeting,
  numbers,
  type Reply,
  refused,
  startFakeRedis,
} from './fake-redis.js';

/** Invalid replies to a decision about two buckets. */
const BROKEN: readonly (readonly [name: string, bytes: string])[] = [
  ['an error while it loads', refused('LOADING Redis is loading the dataset in memory')],
  ['an error of a cluster', refused('MOVED 3999 127.0.0.1:6381')],
  ['an error across slots', refused("CROSSSLOT Keys in request don't hash to the same slot")],
  ['an error without memory', refused("OOM command not allowed when used memory > 'maxmemory'.")],
  ['an error of its disk', refused('MISCONF Redis is configured to save RDB snapshots')],
  [
    'an error of a key',
    refused('WRONGTYPE Operation against a key holding the wrong kind of value'),
  ],
  ['no value', '*-1\r\n'],
  ['a text', '$4\r\nnone\r\n'],
  ['texts for numbers', '*2\r\n$1\r\n0\r\n$1\r\n0\r\n'],
  ['a number for a list', ':0\r\n'],
  ['too few numbers', numbers(0)],
  ['too many numbers', numbers(0, 0, 0)],
  ['debts below nothing', numbers(-60_000_000, -60_000_000)],
  ['lists in a list', '*2\r\n*1\r\n:0\r\n*1\r\n:0\r\n'],
];

describe('rate limits with a broken or hostile Redis', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  });

  async function open(reply: Reply): Promise<{ redis: FakeRedis; shared: RateLimiter }> {
    const redis = await startFakeRedis((command, connection) =>
      command[0]?.startsWith('eval') ? reply(command, connection) : greeting(command),
    );
    const shared = await createRedisRateLimiter(redis.url);
    opened.push(redis, shared);
    return { redis, shared };
  }

  it.each(everyNth(BROKEN, 3))(
    '%s in place of a decision leaves the limit in force',
    async (_name, bytes) => {
      const { shared } = await open(() => bytes);
      const local = createMemoryRateLimiter({ now: () => new Date(0) });
      const limiter = createFallbackRateLimiter({ shared, local, log: silentLog });
      opened.push(limiter);
      const buckets = [bucketOf(2), bucketOf(12)] as const;
      const allowed: boolean[] = [];
      for (let at = 0; at < 4; at += 1) allowed.push((await limiter.take(buckets)).allowed);
      expect(allowed).toEqual([true, true, false, false]);
    },
  );

  it('a connection that falls silent is replaced, and limits are shared again', async () => {
    const { redis, shared } = await open((_command, connection) =>
      connection === 1 ? null : numbers(0),
    );
    await expect(shared.ping()).rejects.toThrow();
    await eventually(() => shared.ping());
    expect(redis.accepted()).toBe(2);
  });

  it('a restarted server gets the script again', async () => {
    const commands: string[] = [];
    const { shared } = await open((command) => {
      commands.push(command[0]?.toLowerCase() ?? '');
      return commands.at(-1) === 'evalsha'
        ? refused('NOSCRIPT No matching script. Please use EVAL.')
        : numbers(0);
    });
    await shared.ping();
    expect(commands.slice(-2)).toEqual(['evalsha', 'eval']);
  });

  it('a server that became a replica is replaced by a new connection', async () => {
    const { redis, shared } = await open((_command, connection) =>
      connection === 1
        ? refused("READONLY You can't write against a read only replica.")
        : numbers(0),
    );
    await expect(shared.ping()).rejects.toThrow('READONLY');
    await eventually(() => shared.ping());
    expect(redis.accepted()).toBe(2);
  });
});
