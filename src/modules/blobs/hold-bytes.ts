import type { Tx } from '../../platform/database/connect.js';

/** Tells these locks from others that are taken by number. */
const BYTES_LOCK = 7_270_005;

/**
 * Makes everybody else wait, until this transaction ends, who brings the same bytes, removes them or
 * decides whether they are safe. A lock by digest and not by row: bytes may lie in the store before they have a row.
 */
export async function holdBytes(tx: Tx, sha256: string): Promise<void> {
  await tx.$executeRaw`
    select pg_advisory_xact_lock(hashtextextended(${sha256}, ${BYTES_LOCK}::bigint))`;
}
