import type { Tx } from '../../../platform/database/connect.js';

/** Key of the advisory lock between publications and freezes. */
const RANKS = 7_270_001;

/**
 * Separates publications from freezes until the transaction ends. Publications share the lock; a
 * freeze takes it exclusively. Otherwise a mod published during a freeze would join only the
 * previous generation and be missing in the new one.
 */
export async function holdRanks(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  if (how === 'shared') await tx.$executeRaw`select pg_advisory_xact_lock_shared(${RANKS}::bigint)`;
  else await tx.$executeRaw`select pg_advisory_xact_lock(${RANKS}::bigint)`;
}
