import type { Tx } from '../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../registry/states.js';

/** Moves the version of an upload that did not become its file: back to draft, or to failed. */
export async function releaseVersion(
  tx: Tx,
  versionId: string,
  event: 'reset' | 'reject',
  now: Date,
): Promise<void> {
  await tx.modVersion.updateMany({
    where: { id: versionId, state: { in: sources(LIFECYCLES.modVersion, event) } },
    data: {
      state: LIFECYCLES.modVersion.events[event].to,
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  });
}
