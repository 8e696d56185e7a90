import type { Tx } from '../../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import { UNDER_WAY } from './same-file.js';

/**
 * Returns the version of a failed or cancelled upload to draft or failed. Does nothing while
 * another main upload of the version is running. Call `holdVersion` and change the session first.
 */
export async function releaseVersion(
  tx: Tx,
  versionId: string,
  event: 'reset' | 'reject',
  now: Date,
): Promise<void> {
  await tx.modVersion.updateMany({
    where: {
      id: versionId,
      state: { in: sources(LIFECYCLES.modVersion, event) },
      uploads: { none: { fileKind: 'main', state: { in: [...UNDER_WAY] } } },
    },
    data: {
      state: LIFECYCLES.modVersion.events[event].to,
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  });
}
