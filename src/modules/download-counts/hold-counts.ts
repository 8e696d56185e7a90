import type { Tx } from '../../platform/database/connect.js';

/** Any number will do that nothing else in the database locks. */
const COUNTS = 7_270_028;

/** Keeps all others from counting until the transaction ends; waits for who counts now. */
export async function holdCounts(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${COUNTS}::bigint)`;
}

/** The same, but false at once where somebody counts now. */
export async function tryHoldCounts(tx: Tx): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(${COUNTS}::bigint) as held`;
  return row?.held === true;
}
