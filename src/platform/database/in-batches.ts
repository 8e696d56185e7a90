import { performance } from 'node:perf_hooks';
import type { Database } from './connect.js';
import { Prisma } from './generated/client.js';

/** Rows per statement, so that no request waits long for one of them. */
const BATCH_ROWS = 1_000;
/** After this time a run ends; the next run of its job continues. */
const RUN_MS = 30_000;

/** Changes at most `rows` rows, and returns their number. */
type Batch = (rows: number) => Promise<number>;

/**
 * Repeats a statement until a batch is not full, or until 30 seconds have passed. Each batch is a
 * transaction of its own, so a killed run keeps what it has done. Returns the number of rows of all
 * batches. Throws the reason of `signal`.
 */
export async function inBatches(batch: Batch, signal?: AbortSignal): Promise<number> {
  // The clock of the service may be set meanwhile; this one only ever runs forward.
  const endsAt = performance.now() + RUN_MS;
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const count = await batch(BATCH_ROWS);
    total += count;
    if (count < BATCH_ROWS || performance.now() >= endsAt) return total;
  }
}

/**
 * Deletes the rows of a table that match a condition, like `inBatches`, and returns their number.
 * An index must lead to them. Rows that another transaction has locked, and rows left after 30
 * seconds, stay until the next run. Throws the reason of `signal`.
 */
export function deleteInBatches(
  db: Database,
  table: string,
  where: Prisma.Sql,
  signal?: AbortSignal,
): Promise<number> {
  const name = Prisma.raw(`"${table}"`);
  return inBatches(
    (rows) => db.$executeRaw`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${where} limit ${rows} for update skip locked))`,
    signal,
  );
}
