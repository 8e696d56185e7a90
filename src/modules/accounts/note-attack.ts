import type { RequestContext } from '../../request/context.js';
import { actorColumns } from '../../request/outbox.js';
import type { Guess } from './guess-limits.js';

/** Which limit of an account was reached: that of one network, or of everywhere. */
export type ReachedLimit = 'pair' | 'account';

/**
 * Notes in the audit log that somebody has guessed wrong at an account as often as is let pass: once
 * for a limit and its window, as no guess after it is checked. Nothing is noted of names that no
 * account has. The guess is answered, whether or not it could be noted.
 */
export async function noteAttack(
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
