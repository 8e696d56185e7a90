import type { Tx } from '../../../platform/database/connect.js';
import type { ArtifactModel } from '../../../platform/database/generated/models.js';

/**
 * Raises the revision of a blob's clean files, because their availability changes. Returns these
 * files.
 */
export function touchFiles(tx: Tx, blobId: string, now: Date): Promise<ArtifactModel[]> {
  return tx.artifact.updateManyAndReturn({
    where: { blobId, scanStatus: 'clean', state: { notIn: ['rejected', 'deleted'] } },
    data: { updatedAt: now, revision: { increment: 1 } },
  });
}
