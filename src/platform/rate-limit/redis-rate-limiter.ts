import { hash } from 'node:crypto';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { isOfReplica, replyCodeOf } from '../redis.js';
import { decide, termsOf } from './memory-rate-limiter.js';
import type { RateBuckets, RateDecision, RateLimiter } from './rate-limit.port.js';

/**
 * The decision of memory-rate-limiter.ts as a script, so that deciding and taking are atomic. Each
 * bucket has a key and two arguments: its cost and its ceiling. The first argument is the mode:
 * take, give back or look. Returns the previous debts of the buckets. It uses the clock of Redis,
 * so all processes share one clock. A key expires when its debt is paid. The debt exceeds the
 * ceiling only if the clock went back.
 */
const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local debts, fits = {}, true
for at, key in ipairs(KEYS) do
  local debt = math.max(0, (tonumber(redis.call('GET', key)) or now) - now)
  local ceiling = tonumber(ARGV[at * 2 + 1])
  if debt > ceiling then
    debt = ceiling
    redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
  end
  debts[at] = debt
  if debt + ARGV[at * 2] > ceiling then fits = false end
end
if fits and ARGV[1] == 'take' then
  for at, key in ipairs(KEYS) do
    local debt = debts[at] + ARGV[at * 2]
    redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
  end
end
if ARGV[1] == 'give' then
  for at, key in ipairs(KEYS) do
    local debt = debts[at] - ARGV[at * 2]
    if debt > 0 then
      redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
    else
      redis.call('DEL', key)
    end
  end
end
return debts
`;

/** The timeout of a decision. A request does not wait longer for it. */
const PATIENCE_MS = 250;
const CONNECT_PATIENCE_MS = 1_000;
const RECONNECT_MS = { step: 100, max: 2_000 };
/** A connection is dead if a command waits this long without any received byte. */
const SILENCE_MS = 2_000;

/** The prefix of all keys in Redis. */
const PREFIX = 'modport:rate:';

const SHA = hash('sha1', TAKE_SCRIPT);
const DEBTS = z.array(z.number().nonnegative());

/** The bucket of a ping. Like a request, it must be able to write. */
const PROBE: RateBuckets = [{ key: 'probe', rate: 'auth', perMinute: 60_000, units: 1 }];

/**
 * Counts in Redis for all processes together. Each decision is one script and therefore atomic.
 * Calls throw without a connection, and if Redis does not decide in `PATIENCE_MS`. Resolves when
 * the first connection succeeded or failed; then the client retries in the background.
 */
export async function createRedisRateLimiter(url: string): Promise<RateLimiter> {
  const redis = openRedis(url);
  // Keeps only the message: the error of a wrong password contains the password.
  let fault = 'it has not responded yet';
  redis.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.message || String(error.code);
  });
  await redis.connect().catch(() => undefined);

  async function run(buckets: RateBuckets, mode: 'take' | 'look' | 'give'): Promise<RateDecision> {
    if (redis.status !== 'ready') throw new Error(`Redis is not connected: ${fault}`);
    const keys = buckets.map(({ key }) => `${PREFIX}${key}`);
    const terms = buckets.map(termsOf);
    const values = terms.flatMap(({ costMicros, ceilingMicros }) => [costMicros, ceilingMicros]);
    const args = [keys.length, ...keys, mode, ...values] as const;
    const debts = await redis.evalsha(SHA, ...args).catch((error: unknown) => {
      // A restarted Redis does not have the script yet.
      if (replyCodeOf(error) !== 'NOSCRIPT') throw error;
      return redis.eval(TAKE_SCRIPT, ...args);
    });
    return decide(buckets, DEBTS.length(buckets.length).parse(debts));
  }

  return {
    take: (buckets) => run(buckets, 'take'),
    look: (buckets) => run(buckets, 'look'),
    async refund(bucket) {
      await run([bucket], 'give');
    },
    async ping() {
      await run(PROBE, 'take');
    },
    async close() {
      redis.disconnect();
    },
  };
}

/** Opens a client that fails a command rather than letting it wait for a connection. */
function openRedis(url: string): Redis {
  return new Redis(url, {
    lazyConnect: true,
    connectionName: 'modport',
    connectTimeout: CONNECT_PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    socketTimeout: SILENCE_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * RECONNECT_MS.step, RECONNECT_MS.max),
    reconnectOnError: isOfReplica,
  });
}
