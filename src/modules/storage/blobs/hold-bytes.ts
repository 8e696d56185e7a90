import type { Tx } from '../../../platform/database/connect.js';

/** The namespace of these advisory locks. */
const BYTES_LOCK = 7_270_005;

/**
 * Takes an advisory lock on the digest until this transaction ends. It excludes other transactions
 * that store, remove or judge the same bytes. It locks the digest and not a row, because bytes may
 * be in the store before they have a row.
 */
export async function holdBytes(tx: Tx, sha256: string): Promise<void> {
  await tx.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(${sha256}, ${BYTES_LOCK}::bigint))`;
}
