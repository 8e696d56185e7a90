import type { Tx } from '../platform/database/connect.js';
import type { RequestContext } from './context.js';

/**
 * Runs a write as one transaction. Nothing that waits for the outside world belongs in here.
 * The queue is woken after the commit, so that jobs of the transaction start at once.
 */
export async function transact<T>(
  ctx: Pick<RequestContext, 'platform'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await ctx.platform.db.$transaction(work, { maxWait: 5_000, timeout: 15_000 });
  ctx.platform.queue.wake();
  return result;
}
