import { GUESS_LIMITS, type GuessPurpose } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { networkOf } from '../../../request/network.js';
import { actorColumns } from '../../../request/outbox.js';
import type { AttemptCounter } from './count-attempts.js';

/** A guess at a secret of an account. `purpose` says which secret, and selects the limits. */
export interface Guess {
  readonly purpose: GuessPurpose;
  /** The account id, or the typed name if no such account exists. */
  readonly account: string;
  /**
   * The account id, or null if no such account exists. The audit entry for a reached limit has it.
   */
  readonly userId: string | null;
}

/** All counters of a guess. */
export interface GuessCounters {
  /** This account from this network. */
  readonly pair: AttemptCounter;
  /** This account from all networks without an earlier right guess. */
  readonly account: AttemptCounter;
  /** All accounts from this network. */
  readonly network: AttemptCounter;
  /** This key exists after a right guess at this account from this network. */
  readonly knownKey: string;
}

/**
 * Returns the counters of a guess. The keys are MACs: they reveal neither the account nor the
 * address.
 */
export function countersOf(ctx: RequestContext, { purpose, account }: Guess): GuessCounters {
  const network = networkOf(ctx.request.address);
  const limits = GUESS_LIMITS[purpose];
  const keyOf = (...parts: string[]) => {
    const name = JSON.stringify([purpose, ...parts]);
    return `${purpose}:${ctx.platform.keys.mac('guesses', name).toString('base64url')}`;
  };
  return {
    pair: { key: keyOf('pair', account, network), ...limits.pair },
    account: { key: keyOf('account', account), ...limits.account },
    network: { key: keyOf('network', network), ...limits.network },
    knownKey: keyOf('known', account, network),
  };
}

/** The reached limit of an account: from one network (`pair`), or from all networks (`account`). */
export type ReachedLimit = 'pair' | 'account';

/**
 * Writes an audit entry when wrong guesses reach a limit of an account. There is one entry for each
 * limit and window, because later guesses are not checked. Names without an account get no entry.
 * An error here does not change the result of the guess.
 */
export async function recordReachedLimit(
  ctx: RequestContext,
  { purpose, userId }: Guess,
  limits: readonly ReachedLimit[],
): Promise<void> {
  if (userId === null || limits.length === 0) return;
  const { db, log } = ctx.platform;
  try {
    await db.auditEntry.createMany({
      data: limits.map((limit) => ({
        action: 'sign_in',
        outcome: 'refused' as const,
        code: 'rate_limited',
        ...actorColumns(ctx),
        targetKind: 'user',
        targetId: userId,
        data: { purpose, limit },
      })),
    });
  } catch (cause) {
    log.error({ err: cause }, 'the audit line about wrong guesses could not be written');
  }
}
