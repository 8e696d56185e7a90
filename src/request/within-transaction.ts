import type { Database, Tx } from '../platform/database/connect.js';
import type { Queue } from '../platform/queue/queue.port.js';
import type { RequestContext } from './context.js';
import { LoaderCache } from './loader-cache.js';

/**
 * The context in which verbs run as a part of a transaction that their caller has begun. What they
 * read, they read in it, and their own transactions are steps of it: each takes effect with the
 * whole, or not at all. It holds no key, as the effect of a key is the whole.
 *
 * Nothing is cached under what is not committed yet: loaders and the caches of a platform begin
 * anew. The queue is not woken either: that is for the caller, once there is a job to be found.
 * Verbs that wait for the outside world have no place in here.
 */
export function withinTransaction(ctx: RequestContext, tx: Tx): RequestContext {
  const queue: Queue = { ...ctx.platform.queue, wake() {} };
  const platform = { ...ctx.platform, db: joining(tx), queue };
  return { ...ctx, platform, loaders: new LoaderCache(), claim: null };
}

/** A transaction as a database whose transactions are steps between savepoints. */
function joining(tx: Tx): Database {
  const step = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await tx.$executeRaw`savepoint step`;
    try {
      const result = await work(tx);
      await tx.$executeRaw`release savepoint step`;
      return result;
    } catch (error) {
      // Where the transaction itself is lost, the first error says why.
      await takeBack(tx).catch(() => undefined);
      throw error;
    }
  };
  const joined: unknown = new Proxy(tx, {
    get: (target, name) => (name === '$transaction' ? step : Reflect.get(target, name)),
  });
  // Verbs use models, raw statements and `$transaction` with a function; it has all of them.
  return joined as Database;
}

/** Undoes a step, and forgets its savepoint: it would hide that of a step around it. */
async function takeBack(tx: Tx): Promise<void> {
  await tx.$executeRaw`rollback to savepoint step`;
  await tx.$executeRaw`release savepoint step`;
}
