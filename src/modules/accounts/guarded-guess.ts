import { Prisma } from '../../platform/database/generated/client.js';
import { problem } from '../../registry/errors.js';
import { LIMITS } from '../../registry/limits.js';
import type { RequestContext } from '../../request/context.js';
import { countersOf, type Guess, type GuessCounter, type GuessCounters } from './guess-limits.js';
import { noteAttack, type ReachedLimit } from './note-attack.js';

interface Count {
  readonly key: string;
  readonly failures: number;
  readonly expires_at: Date;
}

/**
 * Checks a guess at a password or a code, unless too many wrong ones came before it: for this
 * account from this network, for this account from anywhere, or from this network. It is counted
 * before it is checked, in the database, so that neither guesses at once, nor several processes,
 * nor a restart give more of them; the one that is right is taken back. `check` answers null for a
 * wrong guess.
 *
 * The count of an account from anywhere does not concern networks from which its owner guessed right
 * within the last months: whoever guesses elsewhere does not lock the owner out at home.
 * Throws `rate_limited`, without a check, and what `check` throws.
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
    // Nobody knows whether it was wrong.
    await takeBack(ctx, counted);
    throw error;
  });
  if (found !== null) await remember(ctx, counters, counted);
  else await noteAttack(ctx, guess, reachedBy(counters, counts));
  return found;
}

/** The limits of the account that a guess was the last one within. */
function reachedBy(counters: GuessCounters, counts: readonly Count[]): ReachedLimit[] {
  const limits = ['pair', 'account'] as const;
  return limits.filter((limit) =>
    counts.some(
      ({ key, failures }) => key === counters[limit].key && failures === counters[limit].failures,
    ),
  );
}

/** Counts in all of them, or, where one is full, in none; answers the counts as they are then. */
async function count(
  ctx: RequestContext,
  counters: readonly GuessCounter[],
): Promise<readonly Count[]> {
  const now = ctx.platform.clock.now();
  const given = Prisma.join(
    // In one order, so that two guesses at once never wait for each other.
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
  // Guesses at once may all have found room; the count that each of them made says who had it.
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

/** A right guess wipes out the wrong ones of its pair, and its network is known from now on. */
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
