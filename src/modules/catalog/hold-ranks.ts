import type { Tx } from '../../platform/database/connect.js';

/** Any number will do that nothing else in the database locks. */
const RANKS = 7_270_001;

/**
 * Keeps publications and freezes apart until the transaction ends: publications go on beside each
 * other, a freeze runs alone. Otherwise a mod that is published while an order is frozen would add
 * itself to the order before, and be missing in the new one.
 */
export async function holdRanks(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  if (how === 'shared') await tx.$executeRaw`select pg_advisory_xact_lock_shared(${RANKS}::bigint)`;
  else await tx.$executeRaw`select pg_advisory_xact_lock(${RANKS}::bigint)`;
}
