import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { type AttemptCount, type AttemptCounter, countAttempts } from './count-attempts.js';
import {
  countersOf,
  type Guess,
  type GuessCounters,
  type ReachedLimit,
  recordReachedLimit,
} from './guess-limits.js';

/**
 * Checks a guess at a password or a code, unless too many wrong guesses came first. There are three
 * counters: account and network, account from all networks, and network. A guess is counted in the
 * database before its check, so the limits also hold for concurrent guesses, several processes and
 * after a restart. A right guess is subtracted again, and so is one whose check throws. `check`
 * must return null for a wrong guess. Returns the result of `check`.
 *
 * A right guess also resets the counter of account and network, and marks the network as known for
 * `LIMITS.knownNetworkSeconds`. The counter of the account skips known networks. So an attacker on
 * another network cannot lock the owner out at home. A wrong guess that reaches a limit of the
 * account writes an audit entry.
 *
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
  const counts = await countAttempts(ctx, counted);
  const found = await check().catch(async (error: unknown) => {
    // The result is unknown, so do not count the guess.
    await uncount(ctx, counted);
    throw error;
  });
  if (found !== null) await remember(ctx, counters, counted);
  else await recordReachedLimit(ctx, guess, reachedBy(counters, counts));
  return found;
}

/**
 * Call it for an owner who proved their identity without the guessed secret. Has the effects of a
 * right guess: resets the counter of account and network, and marks the network as known.
 */
export function resetGuesses(ctx: RequestContext, guess: Guess): Promise<void> {
  return remember(ctx, countersOf(ctx, guess), []);
}

/** The account's limits that this guess used up. */
function reachedBy(counters: GuessCounters, counts: readonly AttemptCount[]): ReachedLimit[] {
  const limits = ['pair', 'account'] as const;
  return limits.filter((limit) =>
    counts.some(
      ({ key, count }) => key === counters[limit].key && count === counters[limit].attempts,
    ),
  );
}

async function uncount(ctx: RequestContext, counters: readonly AttemptCounter[]): Promise<void> {
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
  counted: readonly AttemptCounter[],
): Promise<void> {
  const { db, clock } = ctx.platform;
  const knownUntil = new Date(clock.now().getTime() + LIMITS.knownNetworkSeconds * 1000);
  await uncount(ctx, counted);
  await db.guessCount.deleteMany({ where: { key: pair.key } });
  await db.guessCount.upsert({
    where: { key: knownKey },
    create: { key: knownKey, failures: 0, expiresAt: knownUntil },
    update: { expiresAt: knownUntil },
  });
}
