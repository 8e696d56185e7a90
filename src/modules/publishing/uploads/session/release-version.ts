import type { Tx } from '../../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';
import { UNDER_WAY } from './same-file.js';

/**
 * Moves the version of an upload that did not become its file: back to draft, or to failed. The
 * version stays as it is while another main upload of it is under way. Call `holdVersion` first, and
 * move the session before this.
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
