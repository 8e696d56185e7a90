import type { Database, Tx } from '../platform/database/connect.js';
import type { Queue } from '../platform/queue/queue.port.js';
import type { RequestContext } from './context.js';
import { LoaderCache } from './loader-cache.js';

/**
 * The context for verbs that run inside a transaction of their caller. They read in that
 * transaction, and their own transactions become savepoints of it. The context has no idempotency
 * key, because the key belongs to the whole transaction.
 *
 * Loaders and platform caches start empty, so that uncommitted data is never cached. Waking the
 * queue does nothing; the caller wakes it after the commit. Verbs that wait for external systems
 * must not run here.
 */
export function withinTransaction(ctx: RequestContext, tx: Tx): RequestContext {
  const queue: Queue = { ...ctx.platform.queue, wake() {} };
  const platform = { ...ctx.platform, db: joining(tx), queue };
  return { ...ctx, platform, loaders: new LoaderCache(), claim: null };
}

/** A transaction as a database, whose own transactions are savepoints. */
function joining(tx: Tx): Database {
  const step = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await tx.$executeRaw`savepoint step`;
    try {
      const result = await work(tx);
      await tx.$executeRaw`release savepoint step`;
      return result;
    } catch (error) {
      // If the whole transaction failed, the first error carries the reason.
      await takeBack(tx).catch(() => undefined);
      throw error;
    }
  };
  const joined: unknown = new Proxy(tx, {
    get: (target, name) => (name === '$transaction' ? step : Reflect.get(target, name)),
  });
  // Verbs use models, raw statements and `$transaction` with a function. The proxy supports all of
  // them.
  return joined as Database;
}

/**
 * Rolls back a step and releases its savepoint, because it would hide the savepoint of an outer
 * step.
 */
async function takeBack(tx: Tx): Promise<void> {
  await tx.$executeRaw`rollback to savepoint step`;
  await tx.$executeRaw`release savepoint step`;
}
