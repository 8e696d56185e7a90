import type { BlockedHashModel } from '../../platform/database/generated/models.js';
import type { BlockedHash } from './blocked-hash.type.js';

/** An entry of the blocklist as admins see it. */
export function presentBlocked(row: BlockedHashModel): BlockedHash {
  const { id, sha256, name, note, createdById, createdAt, removedById, removedAt } = row;
  const sizeBytes = row.sizeBytes === null ? null : Number(row.sizeBytes);
  return { id, sha256, sizeBytes, name, note, createdById, createdAt, removedById, removedAt };
}
