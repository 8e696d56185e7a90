import type { Tx } from '../../../../platform/database/connect.js';
import { LIFECYCLES, sources } from '../../../../registry/states.js';

/** The version of a main file that has passed its checks becomes ready, with that file. */
export async function acceptVersion(
  tx: Tx,
  file: { readonly versionId: string; readonly artifactId: string },
  now: Date,
): Promise<void> {
  await tx.modVersion.updateMany({
    where: { id: file.versionId, state: { in: sources(LIFECYCLES.modVersion, 'accept') } },
    data: {
      state: 'ready',
      primaryArtifactId: file.artifactId,
      updatedAt: now,
      lifecycleVersion: { increment: 1 },
      revision: { increment: 1 },
    },
  });
}
