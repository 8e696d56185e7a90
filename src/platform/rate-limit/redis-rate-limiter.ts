import { hash } from 'node:crypto';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { isOfReplica } from '../redis-replica.js';
import { decide, termsOf } from './gcra.js';
import type { Buckets, Decision, RateLimiter } from './rate-limit.port.js';
import { TAKE_SCRIPT } from './take-script.js';

/** How long a decision may take; a request does not wait any longer for its permission. */
const PATIENCE_MS = 250;
const CONNECT_PATIENCE_MS = 1_000;
const RECONNECT_MS = { step: 100, max: 2_000 };
/** A connection on which a command waits for so long without any byte is dead. */
const SILENCE_MS = 2_000;

/** The names of keys in Redis begin with this. */
const PREFIX = 'modport:rate:';

const SHA = hash('sha1', TAKE_SCRIPT);
const DEBTS = z.array(z.number().nonnegative());

/** What a ping takes: like a request it has to be able to write. */
const PROBE: Buckets = [{ key: 'probe', rate: 'auth', perMinute: 60_000, units: 1 }];

/**
 * Counts in Redis, for all processes together: one script, so one step, for each decision. Fails
 * fast: a decision that does not come in time is an error, and nothing waits for a connection.
 * Resolves when the first connection stands or has failed; it is tried again from then on.
 */
export async function createRedisRateLimiter(url: string): Promise<RateLimiter> {
  const redis = new Redis(url, {
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
  // Of these only the words are kept: the error of a wrong password holds the password.
  let fault = 'it has not answered yet';
  redis.on('error', (error: NodeJS.ErrnoException) => {
    fault = error.message || String(error.code);
  });
  await redis.connect().catch(() => undefined);

  async function ask(buckets: Buckets, mode: 'take' | 'look' | 'give'): Promise<Decision> {
    if (redis.status !== 'ready') throw new Error(`Redis is not connected: ${fault}`);
    const keys = buckets.map(({ key }) => `${PREFIX}${key}`);
    const terms = buckets.map(termsOf);
    const values = terms.flatMap(({ costMicros, ceilingMicros }) => [costMicros, ceilingMicros]);
    const args = [keys.length, ...keys, mode, ...values] as const;
    const debts = await redis.evalsha(SHA, ...args).catch((error: unknown) => {
      // A Redis that was restarted does not know the script yet.
      if (!isUnknownScript(error)) throw error;
      return redis.eval(TAKE_SCRIPT, ...args);
    });
    return decide(buckets, DEBTS.length(buckets.length).parse(debts));
  }

  return {
    take: (buckets) => ask(buckets, 'take'),
    look: (buckets) => ask(buckets, 'look'),
    async giveBack(bucket) {
      await ask([bucket], 'give');
    },
    async ping() {
      await ask(PROBE, 'take');
    },
    async close() {
      redis.disconnect();
    },
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
