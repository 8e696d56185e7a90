import type { RequestContext } from '../../../request/context.js';
import { actorColumns } from '../../../request/outbox.js';
import type { Guess } from './guess-limits.js';

/** The reached limit of an account: from one network, or from all networks. */
export type ReachedLimit = 'pair' | 'account';

/**
 * Writes an audit entry when wrong guesses reach a limit of an account. There is one entry for each
 * limit and window, because later guesses are not checked. Names without an account get no entry.
 * An error here does not change the result of the guess.
 */
export async function recordAttack(
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
    log.error({ err: cause }, 'wrong guesses could not be noted');
  }
}
