import type { Tx } from '../../../platform/database/connect.js';

/** An arbitrary key for an advisory lock, unique in this database. */
const COUNTS = 7_270_028;

/** Takes the counting lock until the transaction ends. Waits if another transaction holds it. */
export async function holdCounts(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${COUNTS}::bigint)`;
}

/** The same, but returns false at once if another transaction holds it. */
export async function tryHoldCounts(tx: Tx): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(${COUNTS}::bigint) as held`;
  return row?.held === true;
}
