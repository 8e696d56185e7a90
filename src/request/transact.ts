import type { Tx } from '../platform/database/connect.js';
import { isSerializationFailure } from '../platform/database/failures.js';
import type { RequestContext } from './context.js';
import { markEffect } from './mark-effect.js';

/** How often a write is begun that lost against concurrent ones through no fault of its own. */
const ATTEMPTS = 3;

/**
 * Runs a write as one transaction. Nothing that waits for the outside world belongs in here, and
 * nothing that must not happen twice: a transaction that PostgreSQL ends because of a deadlock is
 * begun again. The queue is woken after the commit, so that its jobs start at once.
 *
 * A write that was sent with a key leaves its mark in the same transaction, as its last statement,
 * with the id of what it made: `subjectOf` tells it where the address of the request does not. What
 * took no effect, by `isEffect`, leaves none: the key is free for the next try.
 * Throws `idempotency_in_progress` where the key was lost meanwhile; nothing is written then.
 */
export async function transact<T>(
  ctx: Pick<RequestContext, 'platform' | 'claim'>,
  work: (tx: Tx) => Promise<T>,
  subjectOf: (result: T) => string | null = () => null,
  isEffect: (result: T) => boolean = () => true,
): Promise<T> {
  const { db, queue } = ctx.platform;
  const { claim } = ctx;
  const marked = async (tx: Tx) => {
    const result = await work(tx);
    if (claim && isEffect(result)) await markEffect(tx, claim, subjectOf(result));
    return result;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await db.$transaction(marked);
      queue.wake();
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}
