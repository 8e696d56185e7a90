import type { Tx } from '../../../platform/database/connect.js';

/**
 * Whether bytes are rejected regardless of the current signatures: a scan condemned them, or they
 * are on the blocklist. Under the lock of `holdBytes`, the result holds until the transaction ends.
 */
export async function isKnownUnsafe(db: Tx, sha256: string): Promise<boolean> {
  const condemned = await db.blob.count({ where: { sha256, state: 'unsafe' } });
  if (condemned > 0) return true;
  return (await db.blockedHash.count({ where: { sha256, removedAt: null } })) > 0;
}
