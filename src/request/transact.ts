import type { Database, Tx } from '../platform/database/connect.js';
import { isSerializationFailure } from '../platform/database/failures.js';
import type { Queue } from '../platform/queue/queue.port.js';
import { problem } from '../registry/errors.js';
import { type IdempotencyClaim, LoaderCache, type RequestContext } from './context.js';

/** The number of attempts if a transaction fails because of concurrent writes. */
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
  const result = await retried(() => db.$transaction(marked));
  queue.wake();
  return result;
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
}

/**
 * Records in the write's own transaction that the write took effect, so that both commit or
 * neither. The statement also compares the holder. If the lease expired and another request holds
 * the key, this throws `idempotency_in_progress` and the write rolls back.
 */
async function markEffect(
  tx: Tx,
  claim: IdempotencyClaim,
  subjectId: string | null,
): Promise<void> {
  const { count } = await tx.idempotencyRecord.updateMany({
    where: { ...claim, state: { in: ['running', 'effected'] } },
    data: { state: 'effected', ...(subjectId === null ? {} : { subjectId }) },
  });
  if (count === 0) throw problem('idempotency_in_progress', { retryAfterSeconds: 1 });
}

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

/**
 * Runs a write of one statement, which is atomic by itself. It opens a transaction only if it must
 * mark an idempotency key.
 */
export function writeOnce<T>(
  ctx: Pick<RequestContext, 'platform' | 'claim'>,
  write: (db: Tx) => Promise<T>,
  subjectOf: (result: T) => string | null,
  isEffect?: (result: T) => boolean,
): Promise<T> {
  return ctx.claim ? transact(ctx, write, subjectOf, isEffect) : write(ctx.platform.db);
}

/**
 * Rolls back the transaction of a dry run after its result is known. It is not an error and never
 * reaches a client.
 */
class DryRunEnded extends Error {}

/**
 * Runs verbs as a dry run: returns their result and rolls everything back. It runs the code of the
 * write itself, so no second description of the write can differ. It locks rows like the write
 * until it ends. It queues no job and writes no event. Throws what the verbs throw.
 */
export function asDryRun<T>(
  ctx: RequestContext,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> {
  return retried(async () => {
    let outcome: { readonly result: T } | null = null;
    try {
      return await ctx.platform.db.$transaction(async (tx) => {
        outcome = { result: await work(withinTransaction(ctx, tx)) };
        throw new DryRunEnded();
      });
    } catch (error) {
      if (error instanceof DryRunEnded && outcome) return resultOf<T>(outcome);
      throw error;
    }
  });
}

/** The compiler does not see that the transaction assigned it. */
function resultOf<T>({ result }: { readonly result: T }): T {
  return result;
}
