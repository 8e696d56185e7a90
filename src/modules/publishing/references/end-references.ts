import type { Tx } from '../../../platform/database/connect.js';

/**
 * Ends the references of deleted versions: examinations stop, and their sources become available
 * again.
 */
export async function endReferencesOf(tx: Tx, versionIds: string[], now: Date): Promise<void> {
  const ended = await tx.externalReference.updateManyAndReturn({
    where: { artifact: { versionId: { in: versionIds } }, locatorKey: { not: null } },
    data: { state: 'withdrawn', endReason: 'gone', locatorKey: null, updatedAt: now },
    select: { id: true },
  });
  await tx.referenceValidation.updateMany({
    where: {
      referenceId: { in: ended.map(({ id }) => id) },
      state: { in: ['pending', 'processing'] },
    },
    data: { state: 'rejected', terminalReason: 'gone', updatedAt: now, completedAt: now },
  });
}
