import type { Tx } from '../../platform/database/connect.js';

/**
 * Whether bytes are refused whatever today's signatures say: they were found unsafe once, or are on
 * the blocklist. Whoever holds the bytes (`holdBytes`) is answered what stays so until they let go.
 */
export async function isKnownUnsafe(db: Tx, sha256: string): Promise<boolean> {
  const condemned = await db.blob.count({ where: { sha256, state: 'unsafe' } });
  if (condemned > 0) return true;
  return (await db.blockedHash.count({ where: { sha256, removedAt: null } })) > 0;
}
