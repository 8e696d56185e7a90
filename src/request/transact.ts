import type { Tx } from '../platform/database/connect.js';
import { isSerializationFailure } from '../platform/database/failures.js';
import type { RequestContext } from './context.js';

/** How often a write is begun that lost against concurrent ones through no fault of its own. */
const ATTEMPTS = 3;

/**
 * Runs a write as one transaction. Nothing that waits for the outside world belongs in here, and
 * nothing that must not happen twice: a transaction that PostgreSQL ends because of a deadlock is
 * begun again. The queue is woken after the commit, so that its jobs start at once.
 */
export async function transact<T>(
  ctx: Pick<RequestContext, 'platform'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { db, queue } = ctx.platform;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await db.$transaction(work);
      queue.wake();
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}
