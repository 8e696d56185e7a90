import { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import {
  countersOf,
  type Guess,
  type GuessCounter,
  type GuessCounters,
  type ReachedLimit,
  recordAttack,
} from './guess-limits.js';

interface Count {
  readonly key: string;
  readonly failures: number;
  readonly expires_at: Date;
}

/**
 * Checks a guess at a password or a code, unless too many wrong guesses came first. There are three
 * counters: account and network, account from all networks, and network. A guess is counted in the
 * database before its check. So neither concurrent guesses nor several processes nor a restart
 * allow more of them. A right guess is subtracted again, and so is one whose check throws. `check`
 * returns null for a wrong guess.
 *
 * The counter of the account skips networks with a right guess in the last months. So an attacker
 * on another network cannot lock the owner out at home.
 * Throws `rate_limited` without calling `check`. Rethrows the errors of `check`.
 */
export async function guardedGuess<T>(
  ctx: RequestContext,
  guess: Guess,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const counters = countersOf(ctx, guess);
  const { db, clock } = ctx.platform;
  const isKnown = await db.guessCount.findFirst({
    where: { key: counters.knownKey, expiresAt: { gt: clock.now() } },
    select: { key: true },
  });
  const { pair, account, network } = counters;
  const counted = isKnown ? [pair, network] : [pair, account, network];
  const counts = await count(ctx, counted);
  const found = await check().catch(async (error: unknown) => {
    // The result is unknown, so do not count the guess.
    await takeBack(ctx, counted);
    throw error;
  });
  if (found !== null) await remember(ctx, counters, counted);
  else await recordAttack(ctx, guess, reachedBy(counters, counts));
  return found;
}

/** The account's limits that this guess used up. */
function reachedBy(counters: GuessCounters, counts: readonly Count[]): ReachedLimit[] {
  const limits = ['pair', 'account'] as const;
  return limits.filter((limit) =>
    counts.some(
      ({ key, failures }) => key === counters[limit].key && failures === counters[limit].failures,
    ),
  );
}

/** Increments all counters, or none if one is full. Returns the new counts. */
async function count(
  ctx: RequestContext,
  counters: readonly GuessCounter[],
): Promise<readonly Count[]> {
  const now = ctx.platform.clock.now();
  const given = Prisma.join(
    // A fixed order prevents a deadlock between two concurrent guesses.
    [...counters]
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ key, failures, windowSeconds }) => {
        const expiresAt = new Date(now.getTime() + windowSeconds * 1000);
        return Prisma.sql`(${key}::text, ${failures}::int, ${expiresAt}::timestamptz)`;
      }),
  );
  const counts = await ctx.platform.db.$queryRaw<Count[]>`
    WITH given (key, most, expires_at) AS (VALUES ${given}),
    full_ones AS (
      SELECT 1 FROM guess_counts JOIN given USING (key)
      WHERE guess_counts.failures >= given.most AND guess_counts.expires_at > ${now})
    INSERT INTO guess_counts AS counted (key, failures, expires_at)
    SELECT key, 1, expires_at FROM given WHERE NOT EXISTS (SELECT FROM full_ones)
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN counted.expires_at <= ${now} THEN 1 ELSE counted.failures + 1 END,
      expires_at = CASE WHEN counted.expires_at <= ${now} THEN EXCLUDED.expires_at
        ELSE counted.expires_at END
    RETURNING key, failures, expires_at`;
  // Concurrent guesses may all pass the first check. The returned counts show which of them were
  // within the limits.
  const most = new Map(counters.map((counter) => [counter.key, counter.failures]));
  const isAllowed = counts.every(({ key, failures }) => failures <= (most.get(key) ?? 0));
  if (counts.length === counters.length && isAllowed) return counts;
  throw await refusal(ctx, counters);
}

async function refusal(ctx: RequestContext, counters: readonly GuessCounter[]) {
  const now = ctx.platform.clock.now();
  const rows = await ctx.platform.db.guessCount.findMany({
    where: { key: { in: counters.map(({ key }) => key) }, expiresAt: { gt: now } },
  });
  const full = rows.filter(({ key, failures }) =>
    counters.some((counter) => counter.key === key && failures >= counter.failures),
  );
  const waitsMs = full.map(({ expiresAt }) => expiresAt.getTime() - now.getTime());
  return problem('rate_limited', {
    quotaBucket: 'auth',
    retryAfterSeconds: Math.max(1, Math.ceil(Math.max(0, ...waitsMs) / 1000)),
    log: 'too many wrong guesses',
  });
}

async function takeBack(ctx: RequestContext, counters: readonly GuessCounter[]): Promise<void> {
  await ctx.platform.db.guessCount.updateMany({
    where: { key: { in: counters.map(({ key }) => key) }, failures: { gt: 0 } },
    data: { failures: { decrement: 1 } },
  });
}

/**
 * After a right guess: resets the counter of account and network, and marks the network as known.
 */
async function remember(
  ctx: RequestContext,
  { pair, knownKey }: GuessCounters,
  counted: readonly GuessCounter[],
): Promise<void> {
  const { db, clock } = ctx.platform;
  const knownUntil = new Date(clock.now().getTime() + LIMITS.knownNetworkSeconds * 1000);
  await takeBack(ctx, counted);
  await db.guessCount.deleteMany({ where: { key: pair.key } });
  await db.guessCount.upsert({
    where: { key: knownKey },
    create: { key: knownKey, failures: 0, expiresAt: knownUntil },
    update: { expiresAt: knownUntil },
  });
}
