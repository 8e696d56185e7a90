import type { Tx } from '../platform/database/connect.js';
import { isSerializationFailure } from '../platform/database/failures.js';
import type { RequestContext } from './context.js';
import { markEffect } from './mark-effect.js';

/** The number of attempts if a write fails because of concurrent writes. */
const ATTEMPTS = 3;

/**
 * Runs a write as one transaction. `work` must not wait for external systems, and must be safe to
 * repeat: after a deadlock the transaction runs again. After the commit it wakes the queue, so that
 * new jobs start at once.
 *
 * A write with an idempotency key marks the key as its last statement, in the same transaction. The
 * mark holds the id of the created object: `subjectOf` returns it if the request's address does not
 * contain it. If `isEffect` returns false, no mark is written and the key is free for a retry.
 * Throws `idempotency_in_progress` if another request took the key; then nothing is written.
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
