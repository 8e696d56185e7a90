import type { Tx } from '../../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import { holdStaged } from './cleanup.js';

/**
 * Cancels the running uploads of deleted versions and their jobs. Staged bytes are removed after
 * their hold. Ended uploads stay unchanged. Three statements.
 */
export async function cancelUploadsOf(
  tx: Tx,
  versionIds: readonly string[],
  now: Date,
): Promise<void> {
  const cancelled = await tx.uploadSession.updateManyAndReturn({
    where: {
      versionId: { in: [...versionIds] },
      state: { in: sources(LIFECYCLES.uploadSession, 'abort') },
    },
    data: {
      state: 'cancelled',
      reviewState: 'none',
      updatedAt: now,
      revision: { increment: 1 },
    },
    select: { id: true, jobId: true },
  });
  await holdStaged(
    tx,
    cancelled.map(({ id }) => id),
    now,
  );
  await tx.job.updateMany({
    where: {
      id: { in: cancelled.flatMap(({ jobId }) => jobId ?? []) },
      state: { in: sources(LIFECYCLES.job, 'cancel') },
    },
    data: { state: 'cancelled', completedAt: now, updatedAt: now, leaseUntil: null },
  });
}
