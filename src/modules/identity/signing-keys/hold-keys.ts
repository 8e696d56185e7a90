import type { Tx } from '../../../platform/database/connect.js';

/** Key of the advisory lock for new signing keys. */
const SIGNING_KEYS = 7_270_011;

/**
 * Takes the lock for new keys until the transaction ends. A waiting transaction then sees the new
 * key.
 */
export async function holdKeys(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${SIGNING_KEYS}::bigint)`;
}
