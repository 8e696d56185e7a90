import type { Database, Tx } from '../platform/database/connect.js';
import { isSerializationFailure } from '../platform/database/failures.js';
import type { Queue } from '../platform/queue/queue.port.js';
import { isInTransaction } from '../platform/work-scope.js';
import { LoaderCache, type RequestContext } from './context.js';
import { markEffect } from './mark-effect.js';

/** The number of attempts if a write fails because of concurrent writes. */
const ATTEMPTS = 3;

/**
 * Runs a write as one transaction. `work` must not wait for external systems, and must be safe to
 * repeat: after a serialization failure or deadlock, the transaction runs again, three times in
 * all. After the commit it wakes the queue, so that new jobs start at once.
 *
 * A write with an idempotency key marks the key as its last statement, in the same transaction. The
 * mark holds the id of the created object from `subjectOf`; null if the request's path contains it.
 * If `isEffect` returns false, the transaction commits without a mark, and a later refusal of the
 * write still releases the key.
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
  const result = await repeated(() => db.$transaction(marked));
  if (claim && isEffect(result)) claim.isEffected = true;
  queue.wake();
  return result;
}

/** Runs a transaction again if it failed because of a concurrent one. */
async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isSerializationFailure(error)) throw error;
    }
  }
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
  // The replica has no uncommitted data.
  const platform = { ...ctx.platform, db: joining(tx), replica: null, queue };
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
      await rollBack(tx).catch(() => undefined);
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
async function rollBack(tx: Tx): Promise<void> {
  await tx.$executeRaw`rollback to savepoint step`;
  await tx.$executeRaw`release savepoint step`;
}

/**
 * Runs a write of one statement, which is atomic by itself. With an idempotency key, it is
 * `transact`. Without one, it opens no transaction, does not repeat, and does not wake the queue.
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
 * Marks the idempotency key of a request that has nothing else to write; does nothing without a
 * key. Without the mark, a retry after a crash would wait for the lease of the key. The mark holds
 * `subjectId`, like the result of `subjectOf` in `transact`.
 */
export async function markUnchanged(
  ctx: Pick<RequestContext, 'platform' | 'claim'>,
  subjectId: string | null = null,
): Promise<void> {
  await writeOnce(
    ctx,
    async () => undefined,
    () => subjectId,
  );
}

/** The row of a statement that writes and marks the key of the request (`marking`). */
export interface MarkedWrite {
  /**
   * Whether it wrote. With an idempotency key, it then marked the key too. If false, the caller
   * throws the reason, such as `keyLost`.
   */
  readonly isWritten: boolean;
}

/**
 * Runs a write of one statement that also marks the key of the request. It needs no transaction of
 * its own, so it is the cheapest write. After a deadlock it runs again. It must not queue jobs.
 */
export async function writeMarked<T extends MarkedWrite>(
  { platform, claim }: Pick<RequestContext, 'platform' | 'claim'>,
  write: (db: Tx) => Promise<readonly T[]>,
): Promise<T> {
  // Within a transaction, only the whole of it can run again.
  const [row] = await (isInTransaction()
    ? platform.db.$transaction(write)
    : repeated(() => write(platform.db)));
  if (!row) throw new Error('a statement with a mark returned no row');
  if (claim && row.isWritten) claim.isEffected = true;
  return row;
}
