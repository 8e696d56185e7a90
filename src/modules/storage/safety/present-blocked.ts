import type { BlockedHashModel } from '../../../platform/database/generated/models.js';
import type { BlockedHash } from './blocked-hash.type.js';

/** Maps a row to the blocklist entry that admins see. */
export function presentBlocked(row: BlockedHashModel): BlockedHash {
  const { id, sha256, name, note, createdById, createdAt, removedById, removedAt } = row;
  const sizeBytes = row.sizeBytes === null ? null : Number(row.sizeBytes);
  return { id, sha256, sizeBytes, name, note, createdById, createdAt, removedById, removedAt };
}
